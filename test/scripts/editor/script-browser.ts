import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterEach, beforeEach, vi } from 'vitest';

/** A call that a script has sent and the test answers. */
export interface ScriptCall {
  url: string;
  method: string | undefined;
  headers: Record<string, string>;
  body: unknown;
  isCanceled: () => boolean;
  /** Whether the call survives the end of its page. */
  keepalive: boolean | undefined;
  /** Sends an answer: JSON, or a text that is not JSON. */
  answer: (body: unknown, status?: number) => Promise<void>;
  /** Fails the call without an answer. */
  lose: () => Promise<void>;
}

/** Lets everything run that waits for a promise. */
export const settle = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** The parts of a browser that the editor's modules use, without a page. The test answers the calls and moves the clock. */
export class ScriptBrowser {
  calls: ScriptCall[] = [];
  window = new EventTarget();
  storage: Record<string, string> = {};

  open(): void {
    this.calls = [];
    this.window = new EventTarget();
    this.storage = {};
    const { storage, window } = this;
    const kept = Object.defineProperties(storage, {
      getItem: { value: (key: string) => storage[key] ?? null },
      setItem: { value: (key: string, text: string) => (storage[key] = text) },
      removeItem: { value: (key: string) => delete storage[key] },
    });
    vi.stubGlobal('localStorage', kept);
    vi.stubGlobal('sessionStorage', kept);
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
    vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.#send(url, init));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  }

  close(): void {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }

  /** Dispatches an event at the window. Returns whether a listener has prevented the default. */
  dispatch(type: string): boolean {
    return !this.window.dispatchEvent(new Event(type, { cancelable: true }));
  }

  /** Lets time pass. */
  async pass(timeMs: number): Promise<void> {
    vi.advanceTimersByTime(timeMs);
    await settle();
  }

  #send(url: string, init: RequestInit): Promise<Response> {
    const { method, body, signal, keepalive } = init;
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      this.calls.push({
        url,
        method,
        keepalive,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof body === 'string' ? JSON.parse(body) : body,
        isCanceled: () => signal?.aborted ?? false,
        answer: (answer, status = 200) => {
          const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
          resolve(new Response(text, { status }));
          return settle();
        },
        lose: () => {
          reject(new TypeError('Failed to fetch'));
          return settle();
        },
      });
    });
  }
}

/** Opens a browser without a page for each test of a file. */
export function useScriptBrowser(): ScriptBrowser {
  const browser = new ScriptBrowser();
  beforeEach(() => browser.open());
  afterEach(() => browser.close());
  return browser;
}

/** An element without a page, which updates its controllers as Lit does. */
export class ControllerHost implements ReactiveControllerHost {
  readonly updateComplete = Promise.resolve(true);
  #controllers: ReactiveController[] = [];
  #isPending = false;

  addController(controller: ReactiveController): void {
    this.#controllers.push(controller);
  }

  removeController(): void {
    throw new Error('No controller of the editor leaves it.');
  }

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => this.update());
  }

  update(): void {
    this.#isPending = false;
    for (const each of this.#controllers) each.hostUpdate?.();
    for (const each of this.#controllers) each.hostUpdated?.();
  }

  connect(): void {
    for (const each of this.#controllers) each.hostConnected?.();
    this.update();
  }

  disconnect(): void {
    for (const each of this.#controllers) each.hostDisconnected?.();
  }
}
