import type * as node from '../../../database/postgres/start-thread.ts';
import type {
  Thread,
  ThreadAnswer,
  ThreadStart,
  ThreadTask,
} from '../../../database/postgres/thread-messages.ts';
import { loaded } from '../resources.ts';

/** Starts a worker that opens a database. */
export const startThread: typeof node.startThread = (start) => new BrowserThread(start);

type Listener = (answer: ThreadAnswer) => void;

/** A worker of the page, with the events of a worker in Node. */
class BrowserThread implements Thread {
  readonly #tasks = new MessageChannel();
  readonly #end = new MessageChannel();
  readonly #listeners = {
    message: new Set<Listener>(),
    error: new Set<Listener>(),
    exit: new Set<Listener>(),
  };
  #hasEnded = false;

  constructor(start: ThreadStart) {
    this.#tasks.port1.addEventListener('message', ({ data }: MessageEvent<ThreadAnswer>) => {
      for (const listener of this.#listeners.message) listener(data);
    });
    this.#tasks.port1.start();
    // Browsers do not report the end of a worker. After an error that nothing caught, it is useless.
    this.#end.port1.addEventListener('message', () => void this.terminate());
    this.#end.port1.start();
    const ports = { tasks: this.#tasks.port2, end: this.#end.port2 };
    void loaded.then(({ startWorker, wasm, files }) =>
      startWorker({ start, wasm, files, ...ports }),
    );
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
    this.#tasks.port1.postMessage(task);
  }

  async terminate(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#end.port1.postMessage('terminate');
    for (const listener of this.#listeners.exit) (listener as () => void)();
  }
}
