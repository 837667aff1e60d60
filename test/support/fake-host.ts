/** An answer of the fake host. Missing fields have the values of a successful answer. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** The fault of the token's frame: see `serveFrame` in `fake-host-server.mjs`. */
  kind?: 'download' | 'empty' | 'endless' | 'hang' | 'reset' | 'second' | 'stuck';
  /** The life of the token in seconds. */
  expiresIn?: number;
  /** Waits for {@link FakeHost.release}. */
  isHeld?: boolean;
  /** Closes the connection in the middle of the body. */
  cut?: boolean;
}

/** A call as the fake host received it. */
export interface Call {
  action: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** A host application's backend that gives the answers of one test. */
export class FakeHost {
  readonly #address = `/fake-host/${crypto.randomUUID()}`;
  readonly tokenUrl = `${this.#address}/token`;
  readonly logoutUrl = `${this.#address}/logout`;

  /** Sets the answers to the next calls; later calls succeed. Returns the base URL of the frames. */
  async answer(...answers: Answer[]): Promise<string> {
    const body = JSON.stringify(answers);
    const response = await fetch(`${this.#address}/script`, { method: 'POST', body });
    return ((await response.json()) as { baseUrl: string }).baseUrl;
  }

  /** Discards the answers that are set: all later calls succeed. */
  async forget(): Promise<void> {
    await fetch(`${this.#address}/forget`);
  }

  /** Sends the answers that are held. */
  async release(): Promise<void> {
    await fetch(`${this.#address}/release`);
  }

  /** Returns the calls to one address so far. */
  async calls(action: 'token' | 'logout' = 'token'): Promise<Call[]> {
    const response = await fetch(`${this.#address}/calls`);
    const { calls } = (await response.json()) as { calls: Call[] };
    return calls.filter((call) => call.action === action);
  }
}

/** Returns how often the dashboard service has received the request of a frame. */
export async function timesReceived({ src }: HTMLIFrameElement): Promise<number> {
  const { pathname, search } = new URL(src);
  const answer = await fetch(`/received-frame?${pathname}${search}`);
  return ((await answer.json()) as { times: number }).times;
}
