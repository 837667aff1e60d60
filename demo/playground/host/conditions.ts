import type { DashboardService, Faults, HttpServer } from 'embedded-dashboard-service';

/** The faults to simulate: a status of the host's answer, no answer, no service, or a slow tile. */
const FAULTS = ['none', '401', '403', '500', 'hang', 'down', 'slow-tile'] as const;

export type Fault = (typeof FAULTS)[number];

/** The state of the simulated faults, which all users share. */
export interface ConditionsView {
  fault: Fault;
  /** Whether new tokens expire after a minute. */
  hasShortTokens: boolean;
}

/** The faults of the service. The host disturbs its own answers. */
const SERVICE_FAULTS: Partial<Record<Fault, Faults>> = {
  'slow-tile': { tdb: 'slow-tile', slowMs: 5000 },
};

/** A minute, in which a visitor sees a whole life of a token. */
const SHORT_SECONDS = 60;

/** Simulates the faults of the page's switches, in the running service and its host application. */
export class Conditions {
  readonly #service: DashboardService;
  readonly #usualSeconds: number;
  readonly #port: number;
  /** `null` while the service is down. */
  #server: HttpServer | null;
  #fault: Fault = 'none';
  #hasShortTokens: boolean;
  /** The last change. Changes run one after the other, because a service takes time to stop and to start. */
  #lastChange: Promise<void> = Promise.resolve();

  /** `server` is the running server of the service. `hasShortTokens` applies from the first token on. */
  constructor(service: DashboardService, server: HttpServer, hasShortTokens: boolean) {
    this.#service = service;
    this.#usualSeconds = service.tokenLifetimeSeconds;
    this.#port = server.port;
    this.#server = server;
    this.#hasShortTokens = hasShortTokens;
    this.#applyLifetime();
  }

  get view(): ConditionsView {
    return { fault: this.#fault, hasShortTokens: this.#hasShortTokens };
  }

  /** Throws `SettingError` if another program took the service's port while it was down. */
  change(wanted: ConditionsView): Promise<void> {
    this.#lastChange = this.#lastChange.catch(() => {}).then(() => this.#turn(wanted));
    return this.#lastChange;
  }

  /** Returns the simulated answer of the host; `null` if the host works. */
  async disturb({ signal }: Request): Promise<Response | null> {
    const status = Number(this.#fault);
    if (status) return new Response(null, { status });
    if (this.#fault !== 'hang') return null;
    return new Promise((resolve) => {
      // The client has left and does not read this answer.
      signal.addEventListener('abort', () => resolve(new Response(null, { status: 408 })));
    });
  }

  async #turn({ fault, hasShortTokens }: ConditionsView): Promise<void> {
    this.#hasShortTokens = hasShortTokens;
    this.#applyLifetime();
    if (fault === 'down') {
      await this.#server?.close();
      this.#server = null;
    } else {
      this.#server ??= await this.#service.listen(this.#port);
    }
    this.#service.faults = SERVICE_FAULTS[fault] ?? {};
    this.#fault = fault;
  }

  #applyLifetime(): void {
    const seconds = this.#usualSeconds;
    this.#service.tokenLifetimeSeconds = this.#hasShortTokens
      ? Math.min(SHORT_SECONDS, seconds)
      : seconds;
  }
}

/** Parses the conditions of a request; returns `null` if they are invalid. */
export function parseConditions(content: unknown): ConditionsView | null {
  const { fault, hasShortTokens } = Object(content) as Partial<ConditionsView>;
  if (!fault || !FAULTS.includes(fault) || typeof hasShortTokens !== 'boolean') return null;
  return { fault, hasShortTokens };
}
