import {
  DatabaseError,
  readSettings,
  SettingError,
  tellPasswordPlace,
} from 'embedded-dashboard-service';
import { type Playground, startPlayground } from './playground.ts';

const DEFAULT_PORT = 4500;

function readPort({ PORT: text }: NodeJS.ProcessEnv): number {
  if (!text) return DEFAULT_PORT;
  if (/^\d+$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new SettingError('PORT must be a whole number from 0 to 65535.');
}

function announce({ url, serviceUrl }: Playground, passwordPlace: string): void {
  const service = `http://localhost:${new URL(serviceUrl).port}`;
  console.log(`The page and its host application: ${url}`);
  console.log(`The dashboard service:             ${service}`);
  console.log(`Its back office:                   ${service}/admin (password: ${passwordPlace})`);
}

function fail(error: unknown): void {
  const reason =
    error instanceof SettingError
      ? error.message
      : `it could not start (${error instanceof DatabaseError ? error.code : String(error)}).`;
  console.error(`playground: ${reason}`);
  process.exitCode = 1;
}

try {
  const port = readPort(process.env);
  const service = readSettings(process.env, process.env.INIT_CWD ?? process.cwd());
  const playground = await startPlayground({ port, service });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void playground.close().finally(() => process.exit(0)));
  }
  announce(playground, tellPasswordPlace(service));
} catch (error) {
  fail(error);
}
