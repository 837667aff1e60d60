import { posix } from 'node:path';
import { type Application, firstOf } from './application.ts';
import { buildAnd, type Framework, PURPOSES, type Start } from './framework.ts';
import { hostFile } from './host-file.ts';
import { InitError } from './init-error.ts';
import { indentAt, type Insertion, startsLine } from './insertion.ts';
import type { Plan } from './plan.ts';
import { readPort } from './read-port.ts';
import { findPlugin, findServer, type Server } from './server-source.ts';
import { parseScript, type Source } from './syntax.ts';
import { htmlPage, indent, TAG } from './tag.ts';

/** The way to mount the host in a server, and to serve the page and the script of its tag. */
interface Style {
  name: string;
  /** The package, and its export that creates an application. */
  module: string;
  creator: string;
  /** The type of an application, and the import of that type. */
  type: [name: string, from: string];
  names: readonly string[];
  mount: string;
  /** Whether a file may export a plugin that gets the application. */
  hasPlugins?: boolean;
}

const STYLES: readonly Style[] = [
  {
    name: 'Express',
    module: 'express',
    creator: 'default',
    type: ['Application', 'express'],
    names: ['toNodeListener'],
    mount: `app.use(toNodeListener(dashboards));
app.get('/dashboard', (_request, response) => {
  response.type('html').send(page);
});
app.get('/embedded-dashboard.min.js', (_request, response) => {
  response.type('js').send(script);
});`,
  },
  {
    name: 'Fastify',
    module: 'fastify',
    hasPlugins: true,
    creator: 'default',
    type: ['FastifyInstance', 'fastify'],
    names: ['toNodeListener'],
    mount: `const answer = toNodeListener(dashboards);
app.addHook('onRequest', answer);
// A hook in a plugin runs for routes only.
app.all('/dashboards/*', answer);
app.get('/dashboard', (_request, reply) => reply.type('text/html').send(page));
app.get('/embedded-dashboard.min.js', (_request, reply) =>
  reply.type('text/javascript').send(script),
);`,
  },
  {
    name: 'Hono',
    module: 'hono',
    creator: 'Hono',
    type: ['Hono', 'hono'],
    names: [],
    mount: `app.all('/dashboards/*', (context) => dashboards.fetch(context.req.raw, context));
app.get('/dashboard', (context) => context.html(page));
app.get('/embedded-dashboard.min.js', (context) =>
  context.body(script, 200, { 'Content-Type': 'text/javascript' }),
);`,
  },
];

/** Servers in Node whose pages the application writes itself. */
export const NODE_SERVERS: readonly Framework[] = STYLES.map((style) => ({
  name: style.name,
  isUsed: ({ dependencies }) => dependencies.has(style.module),
  plan: (plan, app, envFile) => planServer(plan, app, envFile, style),
}));

function planServer(plan: Plan, app: Application, envFile: string, style: Style): Start {
  const entry = findEntry(app, style);
  const folder = posix.dirname(entry);
  const isTypeScript = entry.endsWith('ts');
  const isPlain = app.isModule && !/\.m[jt]s$/.test(entry);
  const end = `${isPlain ? '' : 'm'}${isTypeScript ? 'ts' : 'js'}`;
  const host = posix.join(folder, `dashboards.${end}`);
  plan.create(host, toHostFile(style, envFile, isTypeScript), PURPOSES.host);
  const specifier = `./dashboards.${importedEnd(app, end)}`;
  const mountLine = (name: string): string => `mountDashboards(${name});`;
  plan.insert(entry, (source) => mountIn(source, style, specifier, mountLine), {
    purpose: PURPOSES.mount,
    hint: `import { mountDashboards } from '${specifier}';\n\n${mountLine('app')}`,
  });
  if (isTypeScript) printResolution(plan, app);
  const scripts = ['dev', 'start'].filter((name) => app.scripts[name]).slice(0, 1);
  return {
    hostFile: host,
    scripts,
    page: `http://localhost:${readPort(app.folder.read(entry) ?? '')}/dashboard`,
    production: { command: toProduction(app) },
  };
}

/** The file that creates the application need not be the one that starts it. */
function toProduction(app: Application): string | null {
  if (!app.scripts.start) return null;
  const start = `${app.manager.run} start`;
  return app.scripts.build ? buildAnd(app, start) : start;
}

/** Prints the settings with which TypeScript finds the package, if those of the application are older. */
function printResolution(plan: Plan, { folder }: Application): void {
  const config = folder.read('tsconfig.json') ?? '';
  const isOld = /^[^/\n]*"(?:module"\s*:\s*"commonjs|moduleResolution"\s*:\s*"node(?:10)?)"/im;
  if (!isOld.test(config)) return;
  plan.print(
    'Change in tsconfig.json, so that TypeScript 5.8 or newer finds the package:',
    '"module": "nodenext",\n"moduleResolution": "nodenext"',
  );
}

/** TypeScript compiles the names of modules only with one of two settings. */
function importedEnd({ folder }: Application, end: string): string {
  const config = folder.read('tsconfig.json') ?? '';
  const isKept = /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/;
  return isKept.test(config) ? end : end.replace('ts', 'js');
}

const ENDS = ['ts', 'mts', 'js', 'mjs', 'cjs'];
const ENTRIES = [
  'src/index',
  'src/server',
  'src/app',
  'src/main',
  'index',
  'server',
  'app',
  'main',
].flatMap((name) => ENDS.map((end) => `${name}.${end}`));

/** Returns the file that creates the application: one that a script names, `main`, or one with a usual name. */
function findEntry(app: Application, style: Style): string {
  const commands = ['dev', 'start', 'serve'].map((name) => app.scripts[name] ?? '').join(' ');
  const named = commands.match(/[\w./-]+\.[cm]?[jt]s\b/g) ?? [];
  const paths = [...named, ...(app.main ? [app.main] : []), ...ENTRIES].map(posix.normalize);
  const existing = [...new Set(paths)].filter(
    (path) => !path.startsWith('..') && !posix.isAbsolute(path) && firstOf(app, [path]),
  );
  const creating = existing.find((path) => {
    const source = parseScript(app.folder.read(path) ?? '');
    return source && findMount(source, style);
  });
  const entry = creating ?? existing[0];
  if (entry) return entry;
  throw new InitError(
    `No file was found that creates the ${style.name} application. Name it in "main" of package.json.`,
  );
}

function findMount(source: Source, { module, creator, hasPlugins }: Style): Server | null {
  return findServer(source, module, creator) ?? (hasPlugins ? findPlugin(source) : null);
}

/** Returns the insertions of the import and of the call, or `null`. */
function mountIn(
  source: Source,
  style: Style,
  specifier: string,
  mountLine: (name: string) => string,
): Insertion[] | null {
  if (/\bmountDashboards\b/.test(source.text)) return [];
  const server = findMount(source, style);
  if (!server || !startsLine(source.text, server.mountAt)) return null;
  const end = server.hasSemicolons ? ';' : '';
  const line = mountLine(server.name).replace(';', end);
  return [
    { at: server.importAt, text: toImport(server, specifier, end) },
    { at: server.mountAt, text: `${line}\n\n${indentAt(source.text, server.mountAt)}` },
  ];
}

function toImport({ isCommon, importAt }: Server, specifier: string, end: string): string {
  const names = '{ mountDashboards }';
  const line = isCommon
    ? `const ${names} = require('${specifier}')${end}`
    : `import ${names} from '${specifier}'${end}`;
  return importAt === 0 ? `${line}\n` : `\n${line}`;
}

function toHostFile({ type, names, mount }: Style, envFile: string, isTypeScript: boolean): string {
  const [name, from] = type;
  const app = isTypeScript ? `app: ${name}` : 'app';
  const page = htmlPage(TAG, '<script src="/embedded-dashboard.min.js" defer></script>');
  return hostFile({
    isTypeScript,
    imports: [
      "import { existsSync, readFileSync } from 'node:fs';",
      "import { createRequire } from 'node:module';",
      ...(isTypeScript ? [`import type { ${name} } from '${from}';`] : []),
    ],
    names,
    reading: `if (existsSync('${envFile}')) process.loadEnvFile('${envFile}');`,
    rest: `const page = \`${page}\`;

/** The script of the tag. */
const file = 'embedded-dashboard/dist/embedded-dashboard.min.js';
const script = readFileSync(createRequire(import.meta.url).resolve(file), 'utf8');

/** Adds the host, the page and the script to your application. */
export function mountDashboards(${app})${isTypeScript ? ': void' : ''} {
${indent(mount, 2)}
}
`,
  });
}
