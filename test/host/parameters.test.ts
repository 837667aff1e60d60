import { describe, expect, test, vi } from 'vitest';
import { oneOf } from 'embedded-dashboard/host';
import { GUID, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { newHost, upstream, USER, useUpstream } from './own-upstream.ts';

useUpstream();

const REGIONS = ['North', 'South'];

/** The element's token request with the reader's choice. */
function choose(parameters: unknown): Request {
  return tokenCall({ body: JSON.stringify({ dashboardGuid: GUID, parameters }) });
}

/** A host as the docs recommend it: it passes on only values that the user may see. */
function regionHost() {
  return newHost({
    resolve: (_request, { parameters }) => ({
      ...USER,
      sqlParameters: { region: oneOf(parameters?.Region, REGIONS, 'North') },
    }),
  });
}

/** The `SQLparameters` of the calls so far; `null` for a call without any. */
function sentParameters(): (string | null)[] {
  return upstream.calls.map(({ url }) =>
    new URL(url, 'http://service').searchParams.get('SQLparameters'),
  );
}

/** Returns the parameters that `resolve` gets for a request. */
async function readBy(request: Request): Promise<Readonly<Record<string, string>> | null> {
  const resolve = vi.fn((_request: Request, _details: { parameters: object | null }) => USER);
  await newHost({ resolve }).fetch(request);
  return resolve.mock.calls[0]![1].parameters as Record<string, string> | null;
}

test('parameters reach resolve as strings, in an object without a prototype', async () => {
  const given = { Region: 'North', year: 2026, open: true, none: null };
  const parameters = await readBy(choose(given));
  expect(Object.getPrototypeOf(parameters)).toBe(null);
  expect({ ...parameters }).toEqual({ Region: 'North', year: '2026', open: 'true' });
});

test('parameters are an empty object for a page without any, and null for a logout', async () => {
  for (const none of [undefined, null, {}])
    expect({ ...(await readBy(choose(none)))! }).toEqual({});
  expect(await readBy(logoutCall())).toBe(null);
});

test('parameters reach the service only as resolve passes them on', async () => {
  await newHost().fetch(choose({ region: 'South' }));
  await regionHost().fetch(choose({ Region: 'South', other: 'x' }));
  await regionHost().fetch(choose(undefined));
  expect(sentParameters()).toEqual([null, 'region=South', 'region=North']);
});

test('parameters are read from the address of the full page', async () => {
  const json = encodeURIComponent('{"Region":"South"}');
  expect((await regionHost().fetch(pageCall(`${GUID}?parameters=${json}`))).status).toBe(303);
  expect(sentParameters()).toEqual(['region=South']);
});

describe('malformed parameters', () => {
  test.for<[string, unknown]>([
    ['an object', ['North']],
    ['parameters["1st"] must', { '1st': 'secret' }],
    ['Region must', { Region: 'secret;other=1' }],
  ])('are a 400 that names %s, and never a value', async ([rule, parameters]) => {
    const answer = await regionHost().fetch(choose(parameters));
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { error: { message: string } };
    expect(error.message).toContain(rule);
    expect(error.message).not.toContain('secret');
    expect(upstream.calls).toEqual([]);
  });

  test.for(['', '{', '{"Region":{}}'])(
    'are a 400 in the address of the full page: %s',
    async (json) => {
      const path = `${GUID}?parameters=${encodeURIComponent(json)}`;
      expect((await regionHost().fetch(pageCall(path))).status).toBe(400);
    },
  );
});

describe('sqlParameters that cannot be sent', () => {
  const careless = () =>
    newHost({
      resolve: (_request, { parameters }) => ({
        ...USER,
        // A careless application may forget that the value can be missing.
        sqlParameters: { region: parameters!.Region as string },
      }),
    });

  test('are a 400 that names them if the page has parameters', async () => {
    const answer = await careless().fetch(choose({ Country: 'secret' }));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('sqlParameters.region must be a string');
    expect(upstream.calls).toEqual([]);
  });

  test('are an error of the host otherwise, and are never omitted', async () => {
    expect((await careless().fetch(tokenCall())).status).toBe(500);
    expect(upstream.calls).toEqual([]);
  });
});
