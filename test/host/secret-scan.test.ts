import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { everythingOf, findSecrets, SECRETS } from './secret-scan.ts';
import { runWatched } from './watched-process.ts';

const { apiKey } = SECRETS;
const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const failing = (): never => {
  throw new Error(apiKey);
};
const thrownBy = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

class Holder {
  #hidden = apiKey;
  get computed(): string {
    return this.#hidden;
  }
}

test.for([
  apiKey,
  apiKey.toLowerCase(),
  apiKey.slice(0, 6),
  encodeURIComponent(apiKey),
  ...['%43%41%4e%41%52%59%20key', '%2543%2541%254E%2541%2552%2559'],
  Buffer.from(apiKey).toString('hex'),
  // Base64 depends on the offset.
  ...[apiKey, `/${apiKey}`, `a/${apiKey}/b`].map(toBase64),
  Buffer.from(`?${apiKey}`).toString('base64url'),
])('the scan finds %s in a text', (text) => {
  expect(findSecrets(`text before ${text} text after`)).toHaveLength(1);
});

test('the scan finds nothing in a text without secrets', () => {
  expect(findSecrets(everythingOf(new Error('canoe')) + toBase64('a canoe'))).toEqual([]);
});

test.for<[string, unknown]>([
  ['a message', new Error(apiKey)],
  ['a stack', Object.assign(new Error('x'), { stack: `Error: x\n    at ${apiKey}` })],
  ['a name', Object.assign(new Error('x'), { name: apiKey })],
  ['a cause', new Error('x', { cause: new Error('y', { cause: { text: apiKey } }) })],
  ['one of many errors', new AggregateError([new Error(apiKey)])],
  ['a deep field', { a: { b: { c: { d: { e: [{ f: apiKey }] } } } } }],
  ['the name of a field', { [apiKey]: 1 }],
  ['a field that is not enumerable', Object.defineProperty({}, 'x', { value: apiKey })],
  ['a field under a symbol', { [Symbol('x')]: apiKey }],
  ['an inherited field', Object.create({ x: apiKey })],
  ['a getter of a class', new Holder()],
  ['a getter that throws', Object.defineProperty({}, 'x', { get: failing })],
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
])('the scan finds a secret in %s', ([, value]) => {
  expect(findSecrets(everythingOf(value))).not.toEqual([]);
});

/** The ways of a secret out of a process. The last one ends it. */
const WAYS = [
  [
    'console.log(K + 0)',
    'console.error(K + 1)',
    'fs.writeSync(2, K + 2)',
    'process._rawDebug(K + 3)',
  ],
  ['process.emitWarning(K + 0)', 'Promise.reject(new Error(K + 1))'],
  ['throw Object.assign(new Error("x"), { K: K + 0 })'],
];

test.for(WAYS)('the scan of a process finds each secret: %s', async (...[ways]) => {
  await mkdir('test-results', { recursive: true });
  const folder = await mkdtemp(resolve('test-results/leak-'));
  const script = `${folder}/leak.mjs`;
  await writeFile(
    script,
    `import fs from 'node:fs'; const { K } = process.env; ${ways.join(';')};`,
  );
  const { stdout, stderr } = await runWatched(script, { env: { K: 'CANARY' } });
  await rm(folder, { recursive: true });
  const found = findSecrets(stdout + stderr).join('\n');
  for (const number of ways.keys()) expect(found).toContain(`CANARY${number}`);
});
