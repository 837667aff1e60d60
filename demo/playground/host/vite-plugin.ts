import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Plugin, RunnableDevEnvironment, ViteDevServer } from 'vite';
import type { RunningDemo } from './start.ts';

const DEFAULT_PORT = 4500;
/** The service's own default. */
const DEFAULT_SERVICE_PORT = 4600;

/**
 * Starts the host application and the dashboard service inside Vite's dev server, which serves the page. `--port` takes
 * precedence over `PORT`. The service uses `SERVICE_PORT`. All of them listen on loopback only.
 */
export function playground(): Plugin {
  let demo: Promise<RunningDemo> | undefined;
  let ipv6: Server | undefined;
  return {
    name: 'playground',
    apply: 'serve',
    config: ({ server }) => ({
      server: { host: '127.0.0.1', port: server?.port ?? readPort(process.env), strictPort: true },
    }),
    configureServer(server) {
      const main = server.httpServer as Server;
      const { port } = server.config.server;
      // Before Vite's own listener, which prints a stack trace.
      main.prependListener('error', (error) => exit(toPortReason(error, port)));
      main.once('listening', () => {
        demo = start(server, main);
        // `start` has reported the reason, unless the server has closed.
        demo.catch(() => {});
        ipv6 = listenOnIpv6(main);
      });
      // `start` prints the addresses, together with those of the service.
      server.printUrls = () => {};
      endOnSignals(server);
      // After Vite's own addresses.
      return () => {
        server.middlewares.use((request, response) => {
          void demo!.then(
            ({ listener }) => listener(request, response),
            () => response.destroy(),
          );
        });
      };
    },
    hotUpdate({ modules, server }) {
      // The host application and the service have open databases, so they restart as a whole.
      if (this.environment.name === 'ssr' && modules.length > 0) void server.restart();
    },
    async closeServer() {
      ipv6?.close();
      ipv6?.closeAllConnections();
      await (await demo?.catch(() => null))?.close();
    },
  };
}

/** Loads the host application with Vite, because Node itself does not read its TypeScript. */
async function start(server: ViteDevServer, main: Server): Promise<RunningDemo> {
  const { runner } = server.environments.ssr as RunnableDevEnvironment;
  const { port } = main.address() as AddressInfo;
  const page = join(server.config.root, 'index.html');
  try {
    const { startDemo } = await runner.import<typeof import('./start.ts')>(
      '/demo/playground/host/start.ts',
    );
    return await startDemo({
      url: `http://localhost:${port}`,
      command: port === DEFAULT_PORT ? 'npm start' : `PORT=${port} npm start`,
      renderPage: async () => server.transformIndexHtml('/', await readFile(page, 'utf8')),
    });
  } catch (error) {
    // A signal or a restart closed the server during the start.
    if (!main.listening) throw error;
    return exit((error as Error).message);
  }
}

/** Listens on ::1 as well, so that `localhost` always leads to this server, and never to another program. */
function listenOnIpv6(main: Server): Server {
  const { port } = main.address() as AddressInfo;
  return createServer((request, response) => void main.emit('request', request, response))
    .on('upgrade', (request, socket, head) => void main.emit('upgrade', request, socket, head))
    .on('error', (error: NodeJS.ErrnoException) => {
      // Without IPv6, `localhost` is 127.0.0.1 only.
      if (error.code === 'EADDRINUSE') exit(toPortReason(error, port));
    })
    .listen(port, '::1');
}

/** Exits with status 0 once the databases are closed. Vite itself handles only SIGTERM, with status 143. */
function endOnSignals(server: ViteDevServer): void {
  const end = (): void => {
    process.exitCode = 0;
    void server.close().finally(() => process.exit());
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  // A restart creates another server with its own listeners.
  server.httpServer!.once('close', () => process.off('SIGINT', end).off('SIGTERM', end));
}

function readPort({ PORT: text }: NodeJS.ProcessEnv): number {
  if (!text) return DEFAULT_PORT;
  if (/^\d+$/.test(text) && Number(text) <= 65535) return Number(text);
  return exit('PORT must be a whole number from 0 to 65535.');
}

function toPortReason({ code, message }: NodeJS.ErrnoException, port: number): string {
  if (code === 'EADDRINUSE') {
    const { SERVICE_PORT } = process.env;
    const ofService = SERVICE_PORT ? Number(SERVICE_PORT) : DEFAULT_SERVICE_PORT;
    const near = [port + 1, port + 2, port - 1, port - 2];
    const another = near.find((each) => each <= 65_535 && each !== ofService);
    const kept = SERVICE_PORT ? ` SERVICE_PORT=${SERVICE_PORT}` : '';
    return `Port ${port} is in use. Stop the other process, or set another port: PORT=${another}${kept} npm start`;
  }
  if (code === 'EACCES') return `PORT: port ${port} may not be used by this user.`;
  return message;
}

function exit(reason: string): never {
  console.error(`playground: ${reason}`);
  process.exit(1);
}
