/** What a fake host answers one call with; everything missing is as a well-behaved host would. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  delayMs?: number;
  /** Breaks off in the middle of the body. */
  cut?: boolean;
}

/** A call as the fake host saw it. */
export interface Call {
  action: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** A host application's backend that answers as one test tells it. */
export class FakeHost {
  readonly #address = `/fake-host/${crypto.randomUUID()}`;
  readonly tokenUrl = `${this.#address}/token`;
  readonly logoutUrl = `${this.#address}/logout`;

  /** Sets the answers to the next calls; those after them are good ones. Gives the frames' base. */
  async answer(...answers: Answer[]): Promise<string> {
    const body = JSON.stringify(answers);
    const response = await fetch(`${this.#address}/script`, { method: 'POST', body });
    return ((await response.json()) as { baseUrl: string }).baseUrl;
  }

  /** Answers well from now on, whatever was set. */
  async forget(): Promise<void> {
    await fetch(`${this.#address}/forget`);
  }

  /** The calls to one address so far. */
  async calls(action: 'token' | 'logout' = 'token'): Promise<Call[]> {
    const response = await fetch(`${this.#address}/calls`);
    const { calls } = (await response.json()) as { calls: Call[] };
    return calls.filter((call) => call.action === action);
  }
}
