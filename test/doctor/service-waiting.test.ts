import { beforeEach, expect, it } from 'vitest';
import type { ServiceReport } from '../../command/src/doctor/check-service.ts';
import { type Plant, toPage, useService, wordOf } from './faulty-service.ts';
import { expectVerdict } from './verdict.ts';

const service = useService();
let startedAt: number;

beforeEach(() => {
  service.plain.tokenLifetimeSeconds = 100;
  startedAt = service.clock.now();
});

const check = (plant: Plant): Promise<ServiceReport> => service.check(plant, { isWaiting: true });

const isOpening = ({ url }: Request): boolean =>
  url.includes('/Tdb/') && !url.includes('doctor-malformed');
const sinceStart = (): number => (service.clock.now() - startedAt) / 1000;

/**
 * Opens dashboards as `answers` says, by their order: three at the start, one late, two after the end. A token that no
 * service issued is not counted.
 */
const opening = (answers: (count: number, token: string) => Response | null): Plant => {
  let count = 0;
  const issued = new Set<string>();
  return (next) => async (request) => {
    const token = request.url.split('/').at(-1)!;
    if (count < 3) issued.add(token);
    if (!isOpening(request) || !issued.has(token)) return next(request);
    count += 1;
    return answers(count, token) ?? next(request);
  };
};

const gone = (): Response => toPage('<p>Gone</p>', 401);
const open = (): Response => toPage('<!doctype html><h1>Sales</h1>');
const NO_DATA = 'not tested: the page names no address for data, so that only a browser can tell';

/** Opened dashboards by their order, each with the answer in place of the good one. */
type Opened = Record<number, Response>;

it.each<[title: string, opened: () => Opened, life: string, verdict: string]>([
  ['is fixed', () => ({}), 'fixed', ''],
  ['is prolonged by each use', () => ({ 5: open() }), 'each use prolongs it', ''],
  ['is longer', () => ({ 5: open(), 6: open() }), 'longer than announced', 'tokens-expire'],
  ['is one use', () => ({ 3: gone(), 4: gone() }), 'not tested: a token opens once', 'opens-twice'],
])('the life of a token %s', async (_, opened, life, verdict) => {
  const report = await check(opening((count) => opened()[count] ?? null));
  expect([wordOf(report, 'U4'), wordOf(report, 'U5')]).toEqual([life, NO_DATA]);
  expectVerdict(report, verdict);
});

it('opens a token again at 90 % of its life, and after it by a margin', async () => {
  const times: number[] = [];
  await check(
    opening(() => {
      times.push(sinceStart());
      return null;
    }),
  );
  expect(times).toEqual([0, 0, 0, 90, 103, 103, 103]);
});

it.each<[html: (token: string) => string, path: string | null]>([
  [(token) => `<script src="/app.js?t=${token}"></script>`, '/app.js'],
  [(token) => `fetch('/Data/${token}/rows')`, '/Data/TOKEN/rows'],
  [(token) => `fetch(\`../Data/${token}\`)`, '/Data/TOKEN'],
  [(token) => `"/first/${token}" "/second/${token}"`, '/first/TOKEN'],
  [(token) => `"/Tdb/${token}" "/second/${token}"`, '/second/TOKEN'],
  [(token) => `"https://other.example/${token}"`, null],
  [(token) => `"https://${token}:x/"`, null],
  [(token) => `"a token ${token}" <${token}>`, null],
  [() => '"/Data/another-token"', null],
])(
  'data is requested after the end from the first address with the token: %s',
  async (html, path) => {
    const paths: string[] = [];
    let token = '';
    const opens = opening((count, opened) => {
      // The second token is opened last.
      if (count === 2) token = opened;
      return count <= 4 ? toPage(html(opened)) : null;
    });
    const report = await check((next) => {
      const display = opens(next);
      return async (request) => {
        const { pathname } = new URL(request.url);
        if (/^\/(Tdb|Api|api)\/|^\/$/.test(pathname)) return display(request);
        paths.push(`${pathname.replace(token, 'TOKEN')} after ${sinceStart()} s`);
        return new Response('[]');
      };
    });
    expect(paths).toEqual(path === null ? [] : [`${path} after 103 s`]);
    expect(wordOf(report, 'U5')).toBe(path === null ? NO_DATA : 'yes');
  },
);

it('says with which answer data ends', async () => {
  const withData = opening((count, token) => (count <= 4 ? toPage(`"/Data/${token}"`) : null));
  const report = await check((next) => {
    const display = withData(next);
    return async (request) =>
      request.url.includes('/Data/') ? Response.json({}, { status: 410 }) : display(request);
  });
  expect(wordOf(report, 'U1')).toContain('expired: 401 text/html');
  expect(wordOf(report, 'U4')).toBe('fixed');
  expect(wordOf(report, 'U5')).toBe('no: 410 application/json');
});

it('does not wait for a service without a token', async () => {
  await check(() => async () => new Response('', { status: 401 }));
  expect(sinceStart()).toBe(0);
});
