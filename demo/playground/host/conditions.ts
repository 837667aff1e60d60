import type { DashboardService, HttpServer } from 'embedded-dashboard-service';

/** What goes wrong on purpose: a status that the host answers with, no answer, or no service. */
export const FAULTS = ['none', '401', '403', '500', 'hang', 'down'] as const;

export type Fault = (typeof FAULTS)[number];

/** How the host application and the dashboard service behave, for everybody who uses them. */
export interface ConditionsView {
  fault: Fault;
  /** Whether the tokens handed out from now on live for a minute only. */
  hasShortTokens: boolean;
}

const SHORT_SECONDS = 60;

/** What the page's switches turn: really, in the running service and its host application. */
export class Conditions {
  readonly #service: DashboardService;
  readonly #usualSeconds: number;
  readonly #port: number;
  /** `null` while the service is down. */
  #server: HttpServer | null;
  #fault: Fault = 'none';
  /** Changes come one after the other: a service takes its time to go and to come. */
  #lastChange: Promise<void> = Promise.resolve();

  /** `server` is where the service listens. */
  constructor(service: DashboardService, server: HttpServer) {
    this.#service = service;
    this.#usualSeconds = service.tokenLifetimeSeconds;
    this.#port = server.port;
    this.#server = server;
  }

  get view(): ConditionsView {
    const hasShortTokens = this.#service.tokenLifetimeSeconds !== this.#usualSeconds;
    return { fault: this.#fault, hasShortTokens };
  }

  /** Throws `SettingError` where the service's port was taken while it was down. */
  change(wanted: ConditionsView): Promise<void> {
    this.#lastChange = this.#lastChange.catch(() => {}).then(() => this.#turn(wanted));
    return this.#lastChange;
  }

  /** What the host answers instead of its own answer; `null` where nothing is wrong with it. */
  async disturb({ signal }: Request): Promise<Response | null> {
    if (this.#fault === 'none' || this.#fault === 'down') return null;
    if (this.#fault !== 'hang') return new Response(null, { status: Number(this.#fault) });
    return new Promise((resolve) => {
      // Nobody is left to read it.
      signal.addEventListener('abort', () => resolve(new Response(null, { status: 408 })));
    });
  }

  async #turn({ fault, hasShortTokens }: ConditionsView): Promise<void> {
    this.#service.tokenLifetimeSeconds = hasShortTokens ? SHORT_SECONDS : this.#usualSeconds;
    if (fault === 'down') {
      await this.#server?.close();
      this.#server = null;
    } else {
      this.#server ??= await this.#service.listen(this.#port);
    }
    this.#fault = fault;
  }
}

/** What a request wants the conditions to be; `null` for anything else. */
export function parseConditions(content: unknown): ConditionsView | null {
  const { fault, hasShortTokens } = Object(content) as Partial<ConditionsView>;
  if (!fault || !FAULTS.includes(fault) || typeof hasShortTokens !== 'boolean') return null;
  return { fault, hasShortTokens };
}
