/** The tests that make a mistake, and read what it says. */
export type MistakeRunner = 'element' | 'policy' | 'https' | 'host' | 'doctor';

/** A mistake of integrators. */
export interface Mistake {
  title: string;
  runner: MistakeRunner | null;
  /** The element's text for readers: `null` if they see the service's page or the browser's, or nothing. */
  reader: string | null;
  /** The line for developers: in the console, in the log of the host, or in the doctor's report; `null` if nothing is wrong. */
  developer: RegExp | null;
  /** The status with which the host answers a mistake of its own. */
  status?: number;
  /** The reason why neither the page nor the host says it when it happens. */
  notAtOnce?: string;
}

const SIGNED_OUT = 'You’ve been signed out.';
const BROKEN = 'This dashboard can’t be shown.';
const MISSING = 'This dashboard doesn’t exist.';
const RETRIED = 'Still trying…';

const NOBODY =
  /^http\S+ answered 401 or a redirect: nobody is signed in\. Check the session's cookie\. Set headers before the first request\./;

/** The mistakes of integrators by their numbers. */
export const MISTAKES = {
  1: {
    title: 'a wrong token-url',
    runner: 'element',
    reader: MISSING,
    developer: /^http\S+ answered 404\. Check token-url, dashboard-guid, and that it is accessible/,
  },
  2: {
    title: 'a page of HTML in place of the token',
    runner: 'element',
    reader: BROKEN,
    developer: /^http\S+ answered HTML\. Is token-url your sign-in page\?/,
  },
  3: {
    title: 'a redirect to a sign-in page',
    runner: 'element',
    reader: SIGNED_OUT,
    developer: NOBODY,
  },
  4: {
    title: 'a session whose cookie does not arrive',
    runner: 'element',
    reader: SIGNED_OUT,
    developer: NOBODY,
  },
  5: {
    title: 'a resolve that returns nothing',
    runner: 'host',
    reader: SIGNED_OUT,
    status: 401,
    developer: /^resolve returned undefined\. Is a return missing\?/,
  },
  6: {
    title: 'headers that are set after the first request',
    runner: 'element',
    reader: SIGNED_OUT,
    developer: NOBODY,
  },
  7: {
    title: 'a host of another origin without CORS',
    runner: 'element',
    reader: RETRIED,
    developer: /^http\S+ could not be reached\. .* Its origins must contain http/,
  },
  8: {
    title: 'a base-url at which nothing listens',
    runner: 'doctor',
    reader: null,
    developer: /page\/base-url-answers +\S+: Nothing listens at this address.* Correct base-url/,
  },
  9: {
    title: 'a base-url with a name that only the server knows',
    runner: 'doctor',
    reader: null,
    developer: /page\/base-url-answers .* or its name is unknown\. Correct base-url/,
  },
  10: {
    title: 'a base-url with https at a port of http',
    runner: 'doctor',
    reader: null,
    developer: /page\/base-url-answers .* does not answer https\. Is it an http address\?/,
  },
  11: {
    title: 'no address of the service',
    runner: 'element',
    reader: BROKEN,
    developer: /^Set base-url, or answer with a baseUrl\.$/,
  },
  12: {
    title: 'a service with http in a page with https',
    runner: 'https',
    reader: BROKEN,
    developer: /^http:\S+ is http, and this page is https\. Use an https base-url\./,
  },
  13: {
    title: 'a service with X-Frame-Options',
    runner: 'doctor',
    reader: null,
    developer: /page\/base-url-frames +Remove “X-Frame-Options”/,
  },
  14: {
    title: 'a malformed GUID',
    runner: 'element',
    reader: BROKEN,
    developer: /^dashboard-guid must be a GUID: 8-4-4-4-12 hexadecimal digits\.$/,
  },
  15: {
    title: 'a GUID that resolve does not list',
    runner: 'element',
    reader: 'You don’t have access to this dashboard.',
    developer: /^http\S+ answered 403\. Check resolve, and the proxy/,
  },
  16: {
    title: 'the API key in the page',
    runner: 'element',
    reader: BROKEN,
    developer: /^token-url has the API key\. Use your own host\.$/,
  },
  17: {
    title: 'an element without a width in a row of flex items',
    runner: 'element',
    reader: null,
    developer: /^A dashboard is 300 × 600 px\. Give the element a width and a height\.$/,
  },
  18: {
    title: 'a percentage as the height in a box without one',
    runner: 'element',
    reader: null,
    developer: /^A dashboard is \d+ × 150 px\. Give the element a width and a height\.$/,
  },
  19: {
    title: 'two copies of the script',
    runner: 'element',
    reader: null,
    developer: /^embedded-dashboard is registered already\.$/,
  },
  20: {
    title: 'a missing await in resolve',
    runner: 'host',
    reader: RETRIED,
    status: 500,
    developer: /^config: dashboards must be a list .* It is a promise: await it in resolve\.$/,
  },
  21: {
    title: 'a misspelled key in the answer of resolve',
    runner: 'host',
    reader: RETRIED,
    status: 500,
    developer: /^config: .* "sessionID" is unknown: did you mean sessionId\?$/,
  },
  22: {
    title: 'a wrong API key',
    runner: 'host',
    reader: RETRIED,
    status: 502,
    developer: /^upstream-status: .* it refused the API key, check apiKey\./,
  },
  23: {
    title: 'a service that is down',
    runner: 'host',
    reader: RETRIED,
    status: 502,
    developer: /^upstream-unreachable: .* check baseUrl and the network\./,
  },
  24: {
    title: 'a malformed session id',
    runner: 'host',
    reader: RETRIED,
    status: 500,
    developer: /^config: sessionId must be 1 to 128 letters, .* sessionIdFrom makes one\.$/,
  },
  25: {
    title: 'a baseUrl with /Tdb at its end',
    runner: 'host',
    reader: MISSING,
    status: 404,
    developer: /^not-found: .* check its GUID, that it is accessible in API, and baseUrl\./,
  },
  26: {
    title: 'an answer of another content type',
    runner: 'element',
    reader: BROKEN,
    developer: /^http\S+ answered 200 without JSON or plain text\. Check token-url\./,
  },
  27: {
    title: 'an answer without a token',
    runner: 'element',
    reader: BROKEN,
    developer: /^http\S+ answered without a valid token\. Answer with the text of GetToken\./,
  },
  28: {
    title: 'a false token',
    runner: null,
    reader: null,
    developer: null,
    notAtOnce:
      'The page cannot read the answer in the frame: the browser logs its 401. With embedded-dashboard/frame, the refusal of a dashboard that speaks is an error.',
  },
  29: {
    title: 'a policy without frame-src',
    runner: 'policy',
    reader: BROKEN,
    developer: /^Add "frame-src http\S+" to your Content-Security-Policy\./,
  },
  30: {
    title: 'a policy without connect-src',
    runner: 'policy',
    reader: RETRIED,
    developer: /could not be reached\. Check it, and connect-src in your Content-Security-Policy\./,
  },
  31: {
    title: 'a clock that is an hour off',
    runner: 'element',
    reader: null,
    developer: null,
  },
  32: {
    title: 'a script that is not there',
    runner: 'doctor',
    reader: null,
    developer: /page\/script-found +It answers 404\. Correct src/,
  },
  33: {
    title: 'a sandbox without allow-same-origin',
    runner: 'element',
    reader: null,
    developer: null,
  },
  34: {
    title: 'camel case in HTML',
    runner: 'element',
    reader: null,
    developer: /^token-url is missing\. Is tokenurl misspelled\?$/,
  },
  35: {
    title: 'a misspelled attribute',
    runner: 'element',
    reader: null,
    developer: /^dashboard-guid is missing\. Is dashboardguid misspelled\?$/,
  },
  36: {
    title: 'a tag that closes itself',
    runner: 'doctor',
    reader: null,
    developer: /page\/closing-tag .*HTML ignores a slash/,
    notAtOnce: 'HTML has no trace of the slash: the rest of the page is the content of the tag.',
  },
  37: {
    title: 'parameters that are not JSON',
    runner: 'element',
    reader: BROKEN,
    developer: /^parameters must be a JSON object\.$/,
  },
  38: {
    title: 'a parameter with an invalid name',
    runner: 'element',
    reader: BROKEN,
    developer: /^parameters\["Sales Region"\] breaks a rule of docs\/filters\.md\.$/,
  },
  39: {
    title: 'a getToken that React has set too early',
    runner: 'element',
    reader: null,
    developer: /^token-url is missing\. React sets getToken only if the tag is registered\.$/,
  },
  40: {
    title: 'two dashboards without a label',
    runner: 'doctor',
    reader: null,
    developer: /page\/labels +2 tags have none\. Write a label into each tag/,
    notAtOnce: 'Both dashboards show. The size of the script has no room for a warning.',
  },
  41: {
    title: 'the command of the doctor without its addresses',
    runner: 'doctor',
    reader: null,
    developer: /From the files of this folder: .*--page http/,
  },
  42: {
    title: 'malformed headers',
    runner: 'element',
    reader: BROKEN,
    developer: /^headers must be HTTP headers\.$/,
  },
  43: {
    title: 'a limit that is too low',
    runner: 'element',
    reader: RETRIED,
    developer: /^http\S+ answered 429\. Raise its limit\.$/,
  },
} as const satisfies Record<number, Mistake>;

type Mistakes = typeof MISTAKES;

/** The numbers of the mistakes that a runner makes. */
export type MistakesOf<Runner extends MistakeRunner> = {
  [Row in keyof Mistakes]: Mistakes[Row]['runner'] extends Runner ? Row : never;
}[keyof Mistakes];

/** Returns the mistakes that a runner makes, with their numbers. */
export function mistakesOf<Runner extends MistakeRunner>(
  runner: Runner,
): (Mistake & { row: MistakesOf<Runner> })[] {
  const rows = Object.entries(MISTAKES) as unknown as [MistakesOf<Runner>, Mistake][];
  return rows
    .filter(([, mistake]) => mistake.runner === runner)
    .map(([row, mistake]) => Object.assign({ row }, mistake));
}
