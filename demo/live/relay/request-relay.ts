import { toRelayedRequest, toResponse } from './convert.ts';
import type { FromServer, RelayedRequest, ToServer } from './messages.ts';

/** The pause between two looks for a tab with the server. */
const LOOK_MS = 500;
/** A tab that is loaded again is missing for a moment. */
const LOOKS = 4;

interface Waiting {
  request: RelayedRequest;
  isAccepted: boolean;
  answer: (response: Response | null) => void;
}

/** Sends requests to the tab with the server, and returns its answers. */
export class RequestRelay {
  readonly #channel: BroadcastChannel;
  readonly #hasTabs: () => Promise<boolean>;
  readonly #waiting = new Map<string, Waiting>();

  /** `hasTabs` returns whether any tab can have the server. */
  constructor(channelName: string, hasTabs: () => Promise<boolean>) {
    this.#hasTabs = hasTabs;
    this.#channel = new BroadcastChannel(channelName);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<FromServer>) =>
      this.#onMessage(data),
    );
  }

  /** Resolves with `null` if no tab has the server. Waits while one starts it. */
  async send(request: Request): Promise<Response | null> {
    const id = crypto.randomUUID();
    const relayed = await toRelayedRequest(request);
    request.signal.addEventListener('abort', () => this.#post({ kind: 'abort', id }));
    const answered = new Promise<Response | null>((resolve) => {
      this.#waiting.set(id, { request: relayed, isAccepted: false, answer: resolve });
    });
    this.#post({ kind: 'request', id, request: relayed });
    void this.#watch(id);
    return answered;
  }

  #post(message: ToServer): void {
    this.#channel.postMessage(message);
  }

  #settle(id: string, response: Response | null): void {
    this.#waiting.get(id)?.answer(response);
    this.#waiting.delete(id);
  }

  #onMessage(message: FromServer): void {
    if (message.kind === 'leading') {
      for (const [id, waiting] of this.#waiting) this.#sendAgain(id, waiting);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (message.kind === 'accepted') waiting.isAccepted = true;
    else this.#settle(message.id, toResponse(message.response));
  }

  /** The earlier server may have done the work of a request that it accepted, so only reading ones are repeated. */
  #sendAgain(id: string, { request, isAccepted }: Waiting): void {
    if (isAccepted && !/^(GET|HEAD)$/.test(request.method)) this.#settle(id, Response.error());
    else this.#post({ kind: 'request', id, request });
  }

  /** Gives up if all tabs have been closed. Browsers do not report that. */
  async #watch(id: string): Promise<void> {
    for (let missing = 0; missing < LOOKS;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (!this.#waiting.has(id)) return;
      missing = (await this.#hasTabs()) ? 0 : missing + 1;
    }
    this.#settle(id, null);
  }
}
