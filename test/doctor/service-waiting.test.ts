import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkService, type ServiceReport } from '../../src/doctor/check-service.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { FaultyService, type Plant } from './faulty-service.ts';
import { API_KEY } from './plain-service.ts';

const LIFE_SECONDS = 100;

let service: FaultyService;
let startedAt: number;

beforeAll(async () => {
  service = await FaultyService.start();
  service.tokenLifetimeSeconds = LIFE_SECONDS;
});

beforeEach(() => {
  startedAt = service.clock.now();
});

afterAll(() => service.close());

async function check(plant: Plant): Promise<ServiceReport> {
  using _ = service.with(plant);
  const { url, clock } = service;
  const address = { url, clock, dashboardGuid: GUID, apiKey: API_KEY, isWaiting: true };
  return await checkService(address);
}

const wordsOf = ({ answers }: ServiceReport): string[] =>
  ['U4', 'U5'].map((id) => answers!.find((answer) => answer.id === id)!.answer);
const failedOf = ({ findings }: ServiceReport): string[] =>
  findings.filter(({ ok }) => !ok).map(({ check: name }) => name.replace('service/', ''));

const isOpening = ({ url }: Request): boolean =>
  url.includes('/Tdb/') && !url.includes('doctor-malformed');
const sinceStart = (): number => (service.clock.now() - startedAt) / 1000;
const page = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'Content-Type': 'text/html' } });

/** Opens dashboards as `answers` says, by their order: three at the start, one late, two after the end. */
const opening = (answers: (count: number, token: string) => Response | null): Plant => {
  let count = 0;
  return (next) => async (request) => {
    if (!isOpening(request)) return next(request);
    count += 1;
    return answers(count, request.url.split('/').at(-1)!) ?? next(request);
  };
};

const gone = (): Response => page('<p>Gone</p>', 401);
const open = (): Response => page('<h1>Sales</h1>');
const NO_DATA = 'not tested: the page names no address for data, so that only a browser can tell';

it.each<
  [title: string, answers: (count: number) => Response | null, life: string, checks: string[]]
>([
  ['is fixed', () => null, 'fixed', []],
  [
    'is prolonged by each use',
    (count) => (count === 5 ? open() : null),
    'each use prolongs it',
    [],
  ],
  [
    'is longer than announced',
    (count) => (count >= 5 && count < 7 ? open() : null),
    'longer than announced',
    ['tokens-expire'],
  ],
  [
    'cannot be seen if a token opens once',
    (count) => (count === 3 || count === 4 ? gone() : null),
    'not tested: a token opens once',
    ['opens-twice'],
  ],
])('the life of a token %s', async (_, answers, life, checks) => {
  const report = await check(opening(answers));
  expect(wordsOf(report)).toEqual([life, NO_DATA]);
  expect(failedOf(report)).toEqual(checks);
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
      return count <= 4 ? page(html(opened)) : null;
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
    expect(wordsOf(report)[1]).toBe(path === null ? NO_DATA : 'yes');
  },
);

it('says with which answer data ends', async () => {
  const withData = opening((count, token) => (count <= 4 ? page(`"/Data/${token}"`) : null));
  const report = await check((next) => {
    const display = withData(next);
    return async (request) =>
      request.url.includes('/Data/') ? Response.json({}, { status: 410 }) : display(request);
  });
  expect(wordsOf(report)).toEqual(['fixed', 'no: 410 application/json']);
});

it('does not wait for a service without a token', async () => {
  const before = service.clock.now();
  await check(() => async () => new Response('', { status: 401 }));
  expect(service.clock.now()).toBe(before);
});
