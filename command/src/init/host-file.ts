import { GUID, indent } from './tag.ts';

/** The mark of the line that lets nobody in. */
export const MARK = 'EDIT THIS LINE';

/** The line that refuses every reader, with the lines that say what to write. */
function resolveLines(asked = '(request)'): string {
  return `// The user who asks, and the dashboards that this user may see. Without sessions, everybody is the same user:
// resolve: () => ({ sessionId: 'everybody', dashboards: ['${GUID}'] }),
// With sessions, ${asked} => … returns the id of the reader's session, and null if nobody is signed in.
resolve: () => ({ sessionId: 'nobody', dashboards: [] }), // ${MARK}: nobody sees a dashboard yet`;
}

/** The way to create the host. */
interface HostOptions {
  isTypeScript: boolean;
  /** Returns the expression of an environment variable. */
  toVariable?: (name: string) => string;
  /** The parameters of `resolve` that know the application's session. */
  asked?: string;
}

/** Returns the call that creates the host. */
function createHost({
  isTypeScript,
  toVariable = (name) => `process.env.${name}`,
  asked,
}: HostOptions): string {
  return `createDashboardHost({
  baseUrl: ${toVariable('DASHBOARD_URL')}${isTypeScript ? '!' : ''},
  apiKey: ${toVariable('DASHBOARD_API_KEY')},
${indent(resolveLines(asked), 2)}
})`;
}

const PURPOSE =
  '/** Keeps the key of the dashboard service on the server, and decides who sees which dashboard. */';

/** The way to write a host file. */
export interface HostStyle extends HostOptions {
  imports: readonly string[];
  /** The names to import from the host besides `createDashboardHost`. */
  names: readonly string[];
  /** The lines that read the file of environment variables. Most frameworks read it themselves. */
  reading: string;
  /** The rest of the file. */
  rest: string;
}

/** Returns a file that creates the host. */
export function hostFile({ imports, names, reading, rest, ...options }: HostStyle): string {
  const all = ['createDashboardHost', ...names].toSorted().join(', ');
  return `${imports.join('\n')}
import { ${all} } from 'embedded-dashboard/host';

${reading}

${PURPOSE}
export const dashboards = ${createHost(options)};

${rest}`;
}

/** The file of a host outside the application's own server. */
export const HOST_SERVER = 'dashboards.mjs';

/**
 * Returns a host that a development server mounts, and that is a small server of its own if it is started directly. It
 * reads the environment variables again each time: Vite loads it again after a change, in the same process.
 */
export function hostServer(envFile: string): string {
  return hostFile({
    isTypeScript: false,
    imports: [
      "import { existsSync, readFileSync } from 'node:fs';",
      "import { createServer } from 'node:http';",
      "import { parseEnv } from 'node:util';",
    ],
    names: ['toNodeListener'],
    reading: `const file = existsSync('${envFile}') ? readFileSync('${envFile}', 'utf8') : '';
const env = { ...parseEnv(file), ...process.env };`,
    toVariable: (name) => `env.${name}`,
    rest: `export const answer = toNodeListener(dashboards);

// \`${START_HOST}\` starts a server with the host only.
if (process.argv[1]?.endsWith('${HOST_SERVER}')) {
  createServer(answer).listen(Number(process.env.PORT ?? ${HOST_PORT}), 'localhost', () => {
    console.log('Your host is ready.');
  });
}
`,
  });
}

/** The port of a host that is a server of its own, as in the docs. */
const HOST_PORT = 3000;

/** Starts that host as a server of its own. */
export const START_HOST = `node ${HOST_SERVER}`;

/** The target of a proxy. */
export const PROXY_TARGET = `http://localhost:${HOST_PORT}`;

/** The way to write a route that answers with the host. */
export interface RouteStyle extends HostOptions {
  /** Imports before and after that of the host. */
  imports?: readonly [before: string, after: string];
  /** The type of the context, if `fetch` gets one. */
  context?: string;
  /** The line that opens the function, the arguments of `fetch`, and the lines that close it. */
  route: readonly [open: string, given: string, close: string];
}

/** Returns a file of a framework's route. */
export function hostRoute({ imports = ['', ''], context, route, ...options }: RouteStyle): string {
  const [open, given, close] = route;
  const { isTypeScript } = options;
  const type = context ? `DashboardHost<${context}>` : 'DashboardHost';
  return `${imports[0]}import { createDashboardHost${isTypeScript ? ', type DashboardHost' : ''} } from 'embedded-dashboard/host';
${imports[1]}
let dashboards${isTypeScript ? `: ${type} | undefined` : ''};

/** Creates the host on the first request: the build also imports this file, and has no API key. */
${open}
  dashboards ??= ${indent(createHost(options), 2).trimStart()};
  return dashboards.fetch(${given});
${close}
`;
}
