import { expect, it } from 'vitest';
import { readBodyText } from '../../../service/src/api/body-text.ts';

/** Returns a request whose body arrives in these parts, and whether its reader has canceled it. */
function requestOf(...parts: Uint8Array[]): { request: Request; isCanceled: () => boolean } {
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.close();
    },
    cancel: () => {
      isCanceled = true;
    },
  });
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
  return { request: new Request('http://service.test', init), isCanceled: () => isCanceled };
}

it('joins a letter whose bytes arrive apart, and replaces one that never ends', async () => {
  const bytes = new TextEncoder().encode('aé€');
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await readBodyText(requestOf(...single).request, bytes.length)).toBe('aé€');
  expect(await readBodyText(requestOf(...single.slice(0, -1)).request, 9)).toBe('aé\ufffd');
});

it('refuses a body over the limit, and leaves the connection open for the answer', async () => {
  const parts = Array.from({ length: 3 }, () => new Uint8Array(5));
  const { request, isCanceled } = requestOf(...parts);
  await expect(readBodyText(request, 9)).rejects.toMatchObject({ code: 'too-large' });
  expect(isCanceled()).toBe(false);
});
