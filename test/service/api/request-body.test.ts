import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { useService } from '../tested-service.ts';

const apiKey = 'demo-key';

const tested = useService({ apiKey });
let path: string;

beforeAll(() => {
  const { guid } = tested.service.dashboards.find(({ accessible }) => accessible)!;
  path = `/Api/GetToken/${apiKey}/anna/${guid}`;
});

/** Sends a call that `fetch` cannot send: without a length, or in chunks. */
async function call(
  method: string,
  address: string,
  headers: Record<string, string> = {},
  ...pieces: string[]
): Promise<[status: number | undefined, text: string]> {
  const message = request(tested.url, { method, path: address, headers });
  // Node adds the length automatically if it knows it.
  message.removeHeader('Content-Length');
  const answered = once(message, 'response');
  for (const piece of pieces) message.write(piece);
  message.end();
  const [response] = (await answered) as [IncomingMessage];
  return [response.statusCode, await text(response)];
}

const JSON_PIECES = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };

it('answers a POST that has neither a body nor a length', async () => {
  const [status, token] = await call('POST', path);
  expect(status).toBe(200);
  expect(token).toMatch(/^[\w-]{43}$/);
});

it('reads a chunked body', async () => {
  const [status] = await call('POST', path, JSON_PIECES, '{"user":', '"Anna"}');
  expect(status).toBe(200);
  const [refused, error] = await call('POST', path, JSON_PIECES, '{"user":', '7}');
  expect(refused).toBe(400);
  expect(error).toContain('user must be a string');
});

it('refuses a chunked body of more than 16 KiB with 413', async () => {
  const half = 'x'.repeat(8_500);
  const [status, error] = await call('POST', path, JSON_PIECES, '{"user":"', half, half, '"}');
  expect(status).toBe(413);
  expect(JSON.parse(error)).toMatchObject({ error: { code: 'too-large' } });
});

it.each(['PATCH', 'OPTIONS', 'DELETE', 'POST'])(
  'answers a %s request of a page with 405',
  async (method) => {
    expect((await call(method, '/Tdb/none'))[0]).toBe(405);
    expect((await call(method, '/Tdb/none', JSON_PIECES, '{}'))[0]).toBe(405);
  },
);
