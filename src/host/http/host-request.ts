import type { CallerSignal } from './caller-signal.ts';
import { readBoundedText } from './bounded-text.ts';

/** A request as the host reads it. Node's servers create a `Request` only if the application needs one. */
export interface HostRequest {
  readonly method: string;
  /** The absolute address. */
  readonly url: URL;
  /** Aborted if the caller leaves. */
  readonly signal: CallerSignal;
  /** Returns a header by its name in lower case. Several headers of the same name are joined by commas. */
  header: (name: string) => string | null;
  /**
   * Returns the text of the body; `null` if it has more than `maxBytes` bytes. Rejects if the body breaks
   * off. `stop` stops reading.
   */
  readText: (maxBytes: number, stop: CallerSignal) => Promise<string | null>;
  /** Returns the `Request`, for functions of the application. Its body may have been read. */
  toWeb: () => Request;
}

/** A host request from a `Request`. */
export class WebRequest implements HostRequest {
  readonly method: string;
  readonly url: URL;
  readonly signal: CallerSignal;
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
    this.method = request.method;
    this.url = new URL(request.url);
    this.signal = request.signal;
  }

  header(name: string): string | null {
    return this.#request.headers.get(name);
  }

  async readText(maxBytes: number, stop: CallerSignal): Promise<string | null> {
    const reader = this.#request.body?.getReader();
    const cancel = (): void => void reader?.cancel().catch(() => {});
    stop.addEventListener('abort', cancel);
    return readBoundedText(reader, maxBytes);
  }

  toWeb(): Request {
    return this.#request;
  }
}
