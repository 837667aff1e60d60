import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { bundleService } from '../support/bundle-script.ts';
import { readEnvironment } from './documented-files.ts';
import type { Settings } from './programs.ts';
import { Supervised } from './supervised.ts';

const CLOCK = pathToFileURL('test/kill/shifted-clock.mjs').href;

/** The key and the password of the first start. */
export const FIRST_KEY = randomBytes(16).toString('hex');
export const PASSWORD = randomBytes(16).toString('hex');

/** Returns a new value of `SERVICE_SECRET`. */
export function createSecret(): string {
  return randomBytes(24).toString('hex');
}

/** The processes of the service. */
export class Services {
  readonly processes: readonly Supervised[];
  readonly ports: readonly number[];
  readonly #command: string;
  readonly #environment: Record<string, string>;
  /** One or several secrets, for the next start of a process. */
  secret = createSecret();

  static async make(settings: Settings): Promise<Services> {
    const environment = await readEnvironment('service.env', settings.places);
    return new Services(settings, await bundleService(), environment);
  }

  private constructor(settings: Settings, command: string, environment: Record<string, string>) {
    this.#command = command;
    this.#environment = environment;
    this.ports = settings.ports.services;
    this.processes = this.ports.map(
      (port, index) =>
        new Supervised(
          {
            name: `service ${index + 1}`,
            begin: () => this.#spawn({ SERVICE_PORT: String(port) }),
            untilReady: untilFirstLine,
          },
          settings.onUnexpectedEnd,
        ),
    );
  }

  /** Starts all processes. The first one fills the database. */
  async start(): Promise<void> {
    const [first, ...others] = this.processes;
    await first!.start();
    await Promise.all(others.map((each) => each.start()));
  }

  /** Replaces one process after the other, as an update does. */
  async restartAll(): Promise<void> {
    for (const each of this.processes) {
      await each.endBy('SIGTERM');
      await each.start();
    }
  }

  /** Runs a command of the service with the environment of the processes. Throws if it fails. */
  async runCommand(name: string): Promise<void> {
    const child = this.#spawn({}, [name]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream!.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${name} failed: ${output}`);
  }

  async end(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.endBy('SIGTERM')));
  }

  #spawn(more: Record<string, string>, args: readonly string[] = []): ChildProcess {
    return spawn(process.execPath, ['--import', CLOCK, this.#command, ...args], {
      env: {
        PATH: process.env['PATH'],
        ...this.#environment,
        SERVICE_SECRET: this.secret,
        SERVICE_API_KEY: FIRST_KEY,
        SERVICE_ADMIN_PASSWORD: PASSWORD,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

/** The service writes its address when it listens. */
async function untilFirstLine(child: ChildProcess): Promise<void> {
  await once(createInterface(child.stdout!), 'line');
}
