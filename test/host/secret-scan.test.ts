import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { everythingOf, findSecrets, SECRETS } from './secret-scan.ts';
import { runWatched } from './watched-process.ts';

const { apiKey } = SECRETS;
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the scan finds a secret in a text', () => {
  test.for<[string, string]>([
    ['unchanged', apiKey],
    ['in lower case', apiKey.toLowerCase()],
    ['in part', apiKey.slice(0, 6)],
    ['percent-encoded', encodeURIComponent(apiKey)],
    ['percent-encoded in every letter', '%43%41%4e%41%52%59%20key'],
    ['percent-encoded twice', '%2543%2541%254E%2541%2552%2559'],
    ['in hexadecimal', Buffer.from(apiKey).toString('hex')],
    ['in base64', base64(apiKey)],
    ['in base64, at an offset of one byte', base64(`/${apiKey}`)],
    ['in base64, at an offset of two bytes', base64(`a/${apiKey}/b`)],
    ['in base64url', Buffer.from(`?${apiKey}`).toString('base64url')],
  ])('%s', ([, text]) => {
    expect(findSecrets(`text before ${text} text after`)).toHaveLength(1);
  });

  test('and none in a text without secrets', () => {
    expect(findSecrets(everythingOf(new Error('canoe')) + base64('a canoe'))).toEqual([]);
  });
});

class Holder {
  #hidden = apiKey;
  get computed(): string {
    return this.#hidden;
  }
}

const inStack = new Error('x');
inStack.stack = `Error: x\n    at ${apiKey}`;

describe('the scan finds a secret in', () => {
  test.for<[string, unknown]>([
    ['a message', new Error(apiKey)],
    ['a stack', inStack],
    ['a name', Object.assign(new Error('x'), { name: apiKey })],
    ['a cause', new Error('x', { cause: new Error('y', { cause: { text: apiKey } }) })],
    ['one of many errors', new AggregateError([new Error(apiKey)])],
    ['a deep field', { a: { b: { c: { d: { e: [{ f: apiKey }] } } } } }],
    ['the name of a field', { [apiKey]: 1 }],
    ['a field that is not enumerable', Object.defineProperty({}, 'x', { value: apiKey })],
    ['a field under a symbol', { [Symbol('x')]: apiKey }],
    ['an inherited field', Object.create({ x: apiKey })],
    ['a getter of a class', new Holder()],
    [
      'a getter that throws',
      {
        get x() {
          throw new Error(apiKey);
        },
      },
    ],
    ['the result of toJSON', { toJSON: () => apiKey }],
    ['the result of toString', { toString: () => apiKey }],
    ['the result of inspect.custom', { [inspect.custom]: () => apiKey }],
    ['a map', new Map([[1, new Set([apiKey])]])],
    ['a field of a function', Object.assign(() => {}, { x: apiKey })],
    ['an address', new URL(`https://host/${apiKey}`)],
    ['a request', new Request(`https://host/${apiKey}`)],
    ['a header', new Response('', { headers: { 'X-Key': apiKey } })],
    ['the exception of URL', thrownBy(() => new URL(apiKey))],
    ['the exception of JSON.parse', thrownBy(() => JSON.parse(apiKey))],
  ])('%s', ([, value]) => {
    expect(findSecrets(everythingOf(value))).not.toEqual([]);
  });
});

describe('the scan of a process finds a secret', () => {
  test.for<[string, string]>([
    ['on the console', 'console.log(KEY)'],
    ['on the console’s error stream', 'console.error(KEY)'],
    ['written to a file descriptor', 'fs.writeSync(2, KEY)'],
    ['in a warning', 'process.emitWarning(KEY)'],
    ['in an unhandled rejection', 'Promise.reject(new Error(KEY))'],
    ['in a field of an uncaught error', 'throw Object.assign(new Error("x"), { KEY })'],
    ['printed by Node itself', 'process._rawDebug(KEY)'],
  ])('%s', async ([, code]) => {
    await mkdir('test-results', { recursive: true });
    const folder = await mkdtemp(resolve('test-results/leak-'));
    const script = `${folder}/leak.mjs`;
    await writeFile(script, `import fs from 'node:fs'; const { KEY } = process.env; ${code};`);
    const { stdout, stderr } = await runWatched(script, { env: { KEY: apiKey } });
    await rm(folder, { recursive: true });
    // Node also prints the source line that threw. A secret in that line does not count.
    expect(findSecrets((stdout + stderr).replaceAll(code, ''))).not.toEqual([]);
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
