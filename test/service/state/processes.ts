import { onFreePort } from '../../support/on-free-port.mjs';
import { type ServiceProcess, startService } from '../service-process.ts';

type StartService = (env: Record<string, string>) => Promise<ServiceProcess>;

/** Several processes of the service on one PostgreSQL database. */
export class Processes {
  readonly #environment: Record<string, string>;
  readonly #services: ServiceProcess[];
  /** A process that starts again keeps its port, which the proxy knows. */
  readonly ports: readonly number[];

  /** Starts them by `start`. One fills the database, while the others wait for its lock. */
  static async start(
    count: number,
    given: Record<string, string>,
    start: StartService,
  ): Promise<Processes> {
    const environment = { SERVICE_CONNECTIONS: '4', ...given };
    const starts = Array.from({ length: count }, () =>
      onFreePort((port) => start({ ...environment, SERVICE_PORT: String(port) })),
    );
    return new Processes(environment, await Promise.all(starts));
  }

  private constructor(environment: Record<string, string>, services: ServiceProcess[]) {
    this.#environment = environment;
    this.#services = services;
    this.ports = services.map(({ url }) => Number(new URL(url).port));
  }

  kill(index: number): void {
    this.#services[index]!.child.kill('SIGKILL');
  }

  /** Sends SIGTERM, and waits for the end of the process. */
  async end(index: number): Promise<void> {
    await this.#services[index]!.end();
  }

  /** Starts an ended process. `start` may start another version. */
  async startAgain(index: number, start: StartService = startService): Promise<void> {
    const SERVICE_PORT = String(this.ports[index]);
    this.#services[index] = await start({ ...this.#environment, SERVICE_PORT });
  }

  async endAll(): Promise<void> {
    await Promise.all(this.#services.map(({ end }) => end()));
  }
}
