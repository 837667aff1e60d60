import { type CallChanges, STRANGER } from './host-probe.ts';

/** A call that a host must refuse. */
export interface Refusal {
  /** The name of the check, without `host/`. */
  name: string;
  changes: CallChanges;
  fix: string;
  /**
   * Another good answer: `success` without a token, from a page of the application at the same address; `token`, if the
   * host does not use this part of the call.
   */
  mayAlso?: 'success' | 'token';
}

/** Calls that are refused for the same reason. */
interface RefusalGroup extends Pick<Refusal, 'fix' | 'mayAlso'> {
  /** The beginning of the names. */
  prefix: string;
  calls: Readonly<Record<string, CallChanges>>;
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const WITHOUT_METADATA = { 'Sec-Fetch-Site': null, 'Sec-Fetch-Mode': null, 'Sec-Fetch-Dest': null };

/** Returns the calls to the token address that a host must refuse. */
export function toRefusals(guid: string, origin: string): Refusal[] {
  const groups = [...FORM_GROUPS, ...toBodyGroups(guid), ...toOriginGroups(origin)];
  return groups.flatMap(({ prefix, calls, ...common }) =>
    Object.entries(calls).map(([name, changes]): Refusal => {
      return Object.assign({ name: `${prefix}-${name}`, changes }, common);
    }),
  );
}

const FORM_GROUPS: readonly RefusalGroup[] = [
  {
    prefix: 'method',
    mayAlso: 'success',
    fix: 'Serve the token address for POST only, and answer 405 to other methods.',
    calls: {
      get: { method: 'GET', body: '' },
      head: { method: 'HEAD', body: '' },
      put: { method: 'PUT' },
      patch: { method: 'PATCH' },
      delete: { method: 'DELETE' },
    },
  },
  {
    prefix: 'media-type',
    fix: 'Answer 415 unless the Content-Type is application/json: a form of another site can send other types without a preflight.',
    calls: toHeaders('Content-Type', {
      'text-plain': 'text/plain',
      form: 'application/x-www-form-urlencoded',
      multipart: 'multipart/form-data; boundary=x',
      'json-as-parameter': 'text/plain; application/json',
      missing: null,
    }),
  },
  {
    prefix: 'own-header',
    fix: 'Answer 403 without the header “X-Embedded-Dashboard: 1”: a page of another site cannot send it.',
    calls: toHeaders('X-Embedded-Dashboard', { missing: null, zero: '0', empty: '' }),
  },
  {
    prefix: 'body',
    fix: 'Answer 400 unless the body is a JSON object of some kilobytes with a dashboardGuid.',
    calls: {
      empty: { body: '' },
      'not-json': { body: '{' },
      null: { body: 'null' },
      array: { body: '[]' },
      text: { body: '"text"' },
      'without-guid': { body: '{}' },
      'deeply-nested': { body: '['.repeat(100_000) },
    },
  },
];

function toBodyGroups(dashboardGuid: string): RefusalGroup[] {
  return [
    {
      prefix: 'guid',
      fix: 'Answer 400 unless dashboardGuid is a GUID of 8-4-4-4-12 hexadecimal digits, and 403 or 404 unless it is in the list of the user.',
      calls: toBodies('dashboardGuid', {
        number: 5,
        null: null,
        list: [dashboardGuid],
        object: { guid: dashboardGuid },
        empty: '',
        words: 'dashboard',
        path: '../../admin',
        'line-end': `${dashboardGuid}\n`,
        braces: `{${dashboardGuid}}`,
        quote: `${dashboardGuid}' OR 1=1`,
        unknown: UNKNOWN,
      }),
    },
    {
      prefix: 'parameters',
      mayAlso: 'token',
      fix: 'Answer 400 unless parameters is an object of texts, numbers and booleans, with names of letters, digits and “_”, and values without “;” and “=”.',
      calls: toBodies('parameters', { ...PARAMETERS }, { dashboardGuid }),
    },
    {
      prefix: 'size',
      fix: 'Read no more than some kilobytes of the body, and answer 413 to a longer one.',
      calls: toBodies('padding', { mebibyte: 'x'.repeat(1024 * 1024) }, { dashboardGuid }),
    },
  ];
}

const PARAMETERS = {
  text: 'North',
  list: ['North'],
  nested: { Region: { $ne: null } },
  'nested-list': { Region: ['North'] },
  'odd-name': { 'Region;Admin': 'North' },
  separator: { Region: 'North;Admin=1' },
  long: { Region: 'x'.repeat(5000) },
};

function toOriginGroups(origin: string): RefusalGroup[] {
  const { host, hostname, protocol } = new URL(origin);
  const stranger = { Origin: STRANGER };
  return [
    {
      prefix: 'fetch-site',
      fix: 'Answer 403 unless Sec-Fetch-Site is “same-origin”, or the Origin is on your list.',
      calls: toHeaders(
        'Sec-Fetch-Site',
        { 'cross-site': 'cross-site', 'same-site': 'same-site', none: 'none' },
        stranger,
      ),
    },
    {
      prefix: 'origin',
      fix: 'Without a Sec-Fetch-Site, answer 403 unless the Origin is exactly your own or on your list.',
      calls: toHeaders(
        'Origin',
        {
          stranger: STRANGER,
          null: 'null',
          'own-as-prefix': `${origin}.stranger.example`,
          'own-as-suffix': `${protocol}//stranger-${hostname}`,
          'own-as-user': `${protocol}//${host}@stranger.example`,
          subdomain: `${protocol}//sub.${host}`,
          'other-port': `${protocol}//${hostname}:1`,
          missing: null,
        },
        WITHOUT_METADATA,
      ),
    },
  ];
}

/** Makes calls with one header in several forms; `null` leaves it out. */
function toHeaders(
  header: string,
  values: Readonly<Record<string, string | null>>,
  others: Readonly<Record<string, string | null>> = {},
): RefusalGroup['calls'] {
  return mapValues(values, (value) => ({ headers: { ...others, [header]: value } }));
}

/** Makes calls with one field of the body in several forms. */
function toBodies(
  field: string,
  values: Readonly<Record<string, unknown>>,
  others: object = {},
): RefusalGroup['calls'] {
  return mapValues(values, (value) => ({ body: JSON.stringify({ ...others, [field]: value }) }));
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
