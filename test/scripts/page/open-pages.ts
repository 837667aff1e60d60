import type { ServerResponse } from 'node:http';

/** The pages of a dashboard that are being sent. It can hold their rest, end them, and cut their connections. */
export class OpenPages {
  readonly #open = new Set<ServerResponse>();
  #last: string | null = null;

  get count(): number {
    return this.#open.size;
  }

  /** Sends the next pages only up to the end of this text, and keeps their connections open. */
  stopAfter(text: string): void {
    this.#last = text;
  }

  /** Cuts the connections of the pages. The next ones are whole. */
  cut(): void {
    this.#last = null;
    for (const outgoing of this.#open) outgoing.destroy();
  }

  /** Ends the pages without their rest. */
  end(): void {
    for (const outgoing of this.#open) outgoing.end();
  }

  /** Sends a page. */
  pass(page: Response, outgoing: ServerResponse): Response {
    this.#open.add(outgoing);
    outgoing.once('close', () => this.#open.delete(outgoing));
    const last = this.#last;
    if (!last || !page.body) return page;
    return new Response(page.body.pipeThrough(untilText(last)), page);
  }
}

/** Passes bytes up to the end of a text, and never ends if it has it. */
function untilText(last: string): TransformStream<Uint8Array, Uint8Array> {
  let sent = Buffer.of();
  return new TransformStream({
    transform(bytes, controller) {
      const before = sent.length;
      sent = Buffer.concat([sent, bytes]);
      const end = sent.includes(last) ? sent.indexOf(last) + Buffer.byteLength(last) : Infinity;
      const own = bytes.subarray(0, Math.max(0, end - before));
      if (own.length > 0) controller.enqueue(own);
    },
    flush: () => (sent.includes(last) ? new Promise<void>(() => {}) : undefined),
  });
}
