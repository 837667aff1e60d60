import type * as node from '../../database/start-thread.ts';
import type {
  Thread,
  ThreadAnswer,
  ThreadStart,
  ThreadTask,
} from '../../database/thread-messages.ts';
import { loaded } from '../resources.ts';
import type { BrowserThreadStart } from './pglite-worker.ts';

/** Starts a worker that opens a database. */
export const startThread: typeof node.startThread = (start) => new BrowserThread(start);

type Listener = (answer: ThreadAnswer) => void;

/** A worker with the events of a worker in Node. */
class BrowserThread implements Thread {
  readonly #worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { type: 'module' });
  readonly #listeners = {
    message: new Set<Listener>(),
    error: new Set<Listener>(),
    exit: new Set<Listener>(),
  };
  #hasEnded = false;

  constructor(start: ThreadStart) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ThreadAnswer>) => {
      for (const listener of this.#listeners.message) listener(data);
    });
    // Browsers do not report the end of a worker. After an error that nothing caught, it is useless.
    this.#worker.addEventListener('error', () => void this.terminate());
    void loaded.then(({ wasm, files }) => {
      const message: BrowserThreadStart = { start, wasm, files };
      this.#worker.postMessage(message);
    });
  }

  on(event: 'message' | 'error' | 'exit', listener: Listener): this {
    this.#listeners[event].add(listener);
    return this;
  }

  off(event: 'message' | 'error' | 'exit', listener: Listener): this {
    this.#listeners[event].delete(listener);
    return this;
  }

  postMessage(task: ThreadTask): void {
    this.#worker.postMessage(task);
  }

  async terminate(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#worker.terminate();
    for (const listener of this.#listeners.exit) (listener as () => void)();
  }
}
