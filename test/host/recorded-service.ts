import { vi } from 'vitest';

/** What `fetch` was given. */
export interface RecordedCall {
  method: string;
  address: string;
  body: string;
}

/** A dashboard service that stands in place of `fetch`, till `restore`. */
export interface RecordedService {
  /** The calls since this was asked for last. */
  takeCalls: () => RecordedCall[];
  /** Makes the answers from now on. */
  answer: (answer: () => Response) => void;
  restore: () => void;
}

/**
 * For hundreds of thousands of calls, which over real HTTP would take minutes. It sees the address and
 * the body as `fetch` gets them; that those arrive as they are is for a real upstream to show.
 */
export function recordService(): RecordedService {
  let calls: RecordedCall[] = [];
  let current = () => new Response('token-0123456789');
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const { method = 'GET', body = '' } = init ?? {};
    calls.push({ method, address: address as string, body: (body ?? '') as string });
    return current();
  });
  return {
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    answer(answer) {
      current = answer;
    },
    restore: () => spy.mockRestore(),
  };
}
