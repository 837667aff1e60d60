import { GUID, indent } from './tag.ts';

/** The mark of the line that lets nobody in. */
export const MARK = 'EDIT THIS LINE';

/** The line that refuses every reader, with the lines that say what to write. */
export const RESOLVE = `// Who asks, and which dashboards may this user see? Read your own session:
// (request) => ({ sessionId: session.id, dashboards: ['${GUID}'] })
resolve: () => ({ sessionId: 'nobody', dashboards: [] }), // ${MARK}: nobody sees a dashboard yet`;

/** The way to write a host file. */
export interface HostStyle {
  /** The file of environment variables to read. Most frameworks read it themselves. */
  envFile: string;
  isTypeScript: boolean;
  /** The imports besides those of every host. */
  imports: readonly string[];
  /** The names to import from the host besides `createDashboardHost`. */
  names: readonly string[];
  /** The functions of `node:fs` besides `existsSync`. */
  reads?: readonly string[];
  /** The rest of the file. */
  rest: string;
}

/** Returns a file that creates the host. */
export function hostFile({
  envFile,
  isTypeScript,
  imports,
  names,
  reads = [],
  rest,
}: HostStyle): string {
  const all = ['createDashboardHost', ...names].toSorted().join(', ');
  const lines = [
    `import { ${['existsSync', ...reads].join(', ')} } from 'node:fs';`,
    ...imports,
    `import { ${all} } from 'embedded-dashboard/host';`,
    '',
    `if (existsSync('${envFile}')) process.loadEnvFile('${envFile}');`,
    '',
    '/** Keeps the key of the dashboard service on the server, and decides who sees which dashboard. */',
    'export const dashboards = createDashboardHost({',
    `  baseUrl: process.env.DASHBOARD_URL${isTypeScript ? '!' : ''},`,
    '  apiKey: process.env.DASHBOARD_API_KEY,',
    indent(RESOLVE, 2),
    '});',
  ];
  return `${lines.join('\n')}\n\n${rest}`;
}

/** Returns a host that is a small server of its own, for an application that has no server in JavaScript. */
export function hostServer(envFile: string): string {
  return hostFile({
    envFile,
    isTypeScript: false,
    imports: ["import { createServer } from 'node:http';"],
    names: ['toNodeListener'],
    rest: `const answer = toNodeListener(dashboards);
const server = createServer((request, response) => {
  void answer(request, response, () => response.writeHead(404).end());
});
server.listen(Number(process.env.PORT ?? ${HOST_PORT}), 'localhost', () => {
  console.log('Your host is ready.');
});
`,
  });
}

/** The port of a host that is a server of its own, as in the docs. */
const HOST_PORT = 3000;

/** The target of the development server's proxy. An object, so that Vite keeps the `Host` header. */
export const PROXY_TARGET = `http://localhost:${HOST_PORT}`;
