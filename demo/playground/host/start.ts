import type { RequestListener } from 'node:http';
import {
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
  /** Returns the page's HTML. */
  renderPage: () => Promise<string>;
}

/**
 * Starts the dashboard service with the settings of the environment, and prints all addresses.
 * Throws an error with a message of one line.
 */
export async function startDemo({ url, renderPage }: PageServer): Promise<RunningDemo> {
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
    throw new Error(toReason(error), { cause: error });
  }
}

function announce(url: string, servicePort: string, passwordPlace: string): void {
  const service = `http://localhost:${servicePort}`;
  console.log(`The page and its host application: ${url}`);
  console.log(`The dashboard service:             ${service}`);
  console.log(`Its back office:                   ${service}/admin (password: ${passwordPlace})`);
}

function toReason(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  return `it could not start (${error instanceof DatabaseError ? error.code : String(error)}).`;
}
