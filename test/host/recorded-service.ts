import { vi } from 'vitest';

/** The arguments of a call of `fetch`. */
export interface RecordedCall {
  method: string;
  address: string;
  body: string;
}

/** A dashboard service that replaces `fetch` until `restore`. */
export interface RecordedService {
  /** Returns the calls since the last `takeCalls`. */
  takeCalls: () => RecordedCall[];
  restore: () => void;
}

/**
 * Replaces `fetch` for hundreds of thousands of calls, which would take minutes over real HTTP. It records
 * the address and the body that `fetch` gets. Only a real upstream can show that they arrive unchanged.
 */
export function recordService(): RecordedService {
  let calls: RecordedCall[] = [];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const { method = 'GET', body = '' } = init ?? {};
    calls.push({ method, address: address as string, body: (body ?? '') as string });
    return new Response('token-0123456789');
  });
  return {
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    restore: () => spy.mockRestore(),
  };
}
