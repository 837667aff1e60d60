import type { RequestListener } from 'node:http';
import {
  BusyPortError,
  DatabaseError,
  readSettings,
  SettingError,
  tellPasswordPlace,
} from 'embedded-dashboard-service';
import { serveDemo, toListener } from './playground.ts';

/** The host application inside another server, with its dashboard service on a separate port. */
export interface RunningDemo {
  listener: RequestListener;
  close(): Promise<void>;
}

/** The server of the page. */
export interface PageServer {
  url: string;
  /** The command that starts it on this port. */
  command: string;
  /** Returns the page's HTML. */
  renderPage: () => Promise<string>;
}

/**
 * Starts the dashboard service with the settings of the environment, and prints all addresses.
 * Throws an error with a message of one line.
 */
export async function startDemo(page: PageServer): Promise<RunningDemo> {
  const { url, renderPage } = page;
  try {
    const settings = readSettings(process.env, process.env.INIT_CWD ?? process.cwd());
    const { application, service, serviceUrl } = await serveDemo({
      service: settings,
      // A lifetime that somebody has set takes precedence.
      hasShortTokens: !process.env.SERVICE_TOKEN_LIFETIME,
      renderPage,
    });
    announce(url, new URL(serviceUrl).port, tellPasswordPlace(settings));
    return { listener: toListener(application), close: () => service.close() };
  } catch (error) {
    throw new Error(toReason(error, page), { cause: error });
  }
}

/** Prints the address to open first, then the others. */
function announce(url: string, servicePort: string, passwordPlace: string): void {
  const service = `http://localhost:${servicePort}`;
  console.log(`Open the playground:   ${url}`);
  console.log(`Back office:           ${service}/admin (password: ${passwordPlace})`);
  console.log(`Dashboard service:     ${service}`);
  console.log('Press Ctrl+C to stop.');
}

function toReason(error: unknown, { url, command }: PageServer): string {
  if (error instanceof BusyPortError) {
    const { message } = new BusyPortError(error.port, error.setting, Number(new URL(url).port));
    return `${message} ${command}`;
  }
  if (error instanceof SettingError) return error.message;
  return `it could not start (${error instanceof DatabaseError ? error.code : String(error)}).`;
}
