import { DISPLAY_PARAMETERS } from '../../../src/protocol/display-parameters.ts';
import { nameDistance } from '../../../src/protocol/name-distance.ts';

/** The attributes of the tag that have no meaning in other tags. */
export const ATTRIBUTES = [
  'token-url',
  'logout-url',
  'login-url',
  'base-url',
  'dashboard-guid',
  'parameters',
  'filters',
  'refresh-every',
  ...DISPLAY_PARAMETERS.map(({ name }) => name),
  'label',
  'loading',
  'sizing',
  'credentials',
  'sandbox',
  'allow',
  'referrerpolicy',
];

/** Other names that people give an attribute. */
const SYNONYMS: Readonly<Record<string, string>> = {
  guid: 'dashboard-guid',
  dashboard: 'dashboard-guid',
  dashboardid: 'dashboard-guid',
  token: 'token-url',
  tokenendpoint: 'token-url',
  logout: 'logout-url',
  login: 'login-url',
  src: 'base-url',
  url: 'base-url',
  serviceurl: 'base-url',
  background: 'background-color',
  bgcolor: 'background-color',
  refresh: 'refresh-every',
  params: 'parameters',
};

const WORDS: Readonly<Record<string, readonly string[]>> = {
  theme: ['dark', 'auto', 'light', ''],
  loading: ['lazy', 'eager', ''],
  credentials: ['same-origin', 'include', 'omit', ''],
};

/** Returns the attribute that a name is a misspelling of; `undefined` for a name that may stay. */
export function findIntended(name: string): string | undefined {
  if (ATTRIBUTES.includes(name)) return undefined;
  const plain = toPlain(name);
  return (
    ATTRIBUTES.find((known) => toPlain(known) === plain) ??
    SYNONYMS[plain] ??
    ATTRIBUTES.find((known) => isClose(name, known))
  );
}

/** The length from which a name may have two wrong letters: short names of other attributes are too close. */
const LONG_NAME = 8;

/** Whether a name is another one with a wrong letter, or with two letters in the wrong order. */
function isClose(name: string, known: string): boolean {
  const sorted = [name, known].map((word) => Array.from(word).toSorted().join(''));
  const isReordered = sorted[0] === sorted[1];
  return nameDistance(name, known) <= (known.length < LONG_NAME && !isReordered ? 1 : 2);
}

const SECRET_NAME =
  /^(data)?(apikey|key|connectionstring|sessionid|sqlparameters|secret|password|token)$/;
const SECRET_QUERY = /[?&](api_?key|key|secret|password|token)=/i;

/** Whether an attribute holds a secret of the server side, by its name or its address. */
export function hasSecret(name: string, value: string): boolean {
  if (name === 'token' || ATTRIBUTES.includes(name)) return SECRET_QUERY.test(value);
  return SECRET_NAME.test(toPlain(name));
}

/** Whether the value of an attribute is one of its words; `true` for an attribute without a list of words. */
export function isOneOf(name: string, value: string): boolean {
  return WORDS[name]?.includes(value.toLowerCase()) ?? true;
}

function toPlain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Whether a tag's name is a misspelling of `embedded-dashboard`. */
export function isMisspelled(name: string): boolean {
  const plain = toPlain(name);
  const isSimilar = /^em?b+e?d+(ed)?da?sh?b?oa?rds?$/.test(plain);
  return name !== 'embedded-dashboard' && (isSimilar || plain === 'dashboardembed');
}
