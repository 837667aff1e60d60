import type { HttpAnswer } from './http-call.ts';
import { parsePolicies } from './content-security-policy.ts';
import { canTell, opens } from './opened-dashboard.ts';
import { TOP_NAVIGATION } from './service-checks.ts';
import type { ServiceEvidence, Step } from './service-evidence.ts';

/** The behavior of a service in a point that its documentation leaves open. */
export interface ServiceAnswer {
  /** A short name for the question, such as `U1`. */
  id: string;
  question: string;
  answer: string;
}

const NOT_TESTED = 'not tested';
const WITH_WAIT = `${NOT_TESTED}: run the doctor with --wait (a little over two hours)`;

/** The questions, with the answers of one service. */
const QUESTIONS: readonly [id: string, question: string, toAnswer: ToAnswer][] = [
  [
    'U1',
    'What does the display address show for a token that is not valid?',
    (evidence) =>
      [
        `malformed: ${describe(evidence, 'malformedToken')}`,
        `after Logout: ${describe(evidence, 'openedAfterLogout')}`,
        `expired: ${describe(evidence, 'unusedAfterExpiry')}`,
      ].join('; '),
  ],
  [
    'U2',
    'Does a second GetToken of the same session end the first token?',
    (evidence) => toWord(evidence, 'openedFirst', 'no', 'yes'),
  ],
  [
    'U3',
    'Does a token open its dashboard more than once?',
    (evidence) => toWord(evidence, 'openedAgain', 'yes', 'no'),
  ],
  ['U4', 'Is the life of a token fixed, or does each use prolong it?', toLife],
  ['U5', 'Does an open dashboard still get data after its token expired?', toData],
  ['U6', 'Which headers for frames, cookies and policies does a dashboard have?', toHeaders],
  [
    'U7',
    'How does GetToken report errors?',
    (evidence) =>
      [
        `wrong key: ${describe(evidence, 'wrongKey')}`,
        `unknown dashboard: ${describe(evidence, 'unknownDashboard')}`,
      ].join('; '),
  ],
  [
    'U8',
    'Can a session be ended twice, and one that never was?',
    (evidence) =>
      [
        `first: ${describe(evidence, 'logout')}`,
        `again: ${describe(evidence, 'logoutAgain')}`,
        `unknown session: ${describe(evidence, 'logoutOfUnknown')}`,
      ].join('; '),
  ],
  [
    'U9',
    'How are “;” and “=” escaped in SQLparameters?',
    () => `${NOT_TESTED}: the answer shows only in the data of a dashboard with such a parameter`,
  ],
  [
    'U10',
    'What are the limits and the price of GetToken?',
    () => `${NOT_TESTED}: it would take as many calls as the limit allows`,
  ],
];

type ToAnswer = (evidence: ServiceEvidence) => string;

/** Returns the behavior of a service in the points that only a key for it can show. */
export function toServiceAnswers(evidence: ServiceEvidence): ServiceAnswer[] {
  return QUESTIONS.map(([id, question, toAnswer]) => {
    return { id, question, answer: toAnswer(evidence) };
  });
}

function toWord(evidence: ServiceEvidence, step: Step, good: string, bad: string): string {
  const { opened, [step]: answer } = evidence.answers;
  if (!opened || !answer) return NOT_TESTED;
  if (!canTell(evidence)) return `${NOT_TESTED}: valid and invalid tokens have the same page`;
  if (!opens(opened, evidence)) return `${NOT_TESTED}: the dashboard does not open`;
  return opens(answer, evidence) ? good : bad;
}

function toLife(evidence: ServiceEvidence): string {
  const { openedLate: late, usedAfterExpiry: used, unusedAfterExpiry: unused } = evidence.answers;
  if (!evidence.service.isWaiting) return WITH_WAIT;
  if (!late || !used || !unused) return NOT_TESTED;
  if (!opens(late, evidence)) return `${NOT_TESTED}: a token opens once`;
  if (opens(unused, evidence)) return 'longer than announced';
  return opens(used, evidence) ? 'each use prolongs it' : 'fixed';
}

function toData(evidence: ServiceEvidence): string {
  if (!evidence.service.isWaiting) return WITH_WAIT;
  const data = evidence.answers.dataAfterExpiry;
  if (!data)
    return `${NOT_TESTED}: the page names no address for data, so that only a browser can tell`;
  return data.status === 200 ? 'yes' : `no: ${describe(evidence, 'dataAfterExpiry')}`;
}

/** Headers with a few fixed words as their values. */
const HEADERS = [
  'x-frame-options',
  'cross-origin-resource-policy',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'cache-control',
] as const;
/** The directives that decide on frames. Others may hold addresses with secrets. */
const DIRECTIVES = ['frame-ancestors', 'sandbox'];

/** Returns only the known words of headers, because others can read the answers. */
function toHeaders({ answers: { opened } }: ServiceEvidence): string {
  if (!opened) return NOT_TESTED;
  const { headers } = opened;
  const words = HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [`${name}: ${toWords(String(value))}`];
  });
  const directives = parsePolicies(headers['content-security-policy']).flatMap((policy) =>
    DIRECTIVES.flatMap((name) => {
      const sources = policy.get(name);
      return sources ? [[name, ...sources.map(toSource)].join(' ')] : [];
    }),
  );
  const cookies = (headers['set-cookie'] ?? []).map(
    (cookie) => `a cookie with ${cookie.match(COOKIE_WORDS)?.join('; ') ?? 'no attribute'}`,
  );
  return [...words, ...directives, ...cookies].join('; ') || 'none of them';
}

const KNOWN_WORD =
  /^(no-(store|cache|transform)|private|public|(must|proxy)-revalidate|immutable|(s-?max-?age|max-age)=\d{1,9}|deny|sameorigin|same-(origin(-allow-popups)?|site)|cross-origin|require-corp|credentialless|unsafe-none)$/i;
const COOKIE_WORDS = /(?<=;\s*)(samesite=(none|lax|strict)|secure|httponly|partitioned)\b/gi;

function toWords(value: string): string {
  const words = value.split(/\s*,\s*/);
  return words.every((word) => KNOWN_WORD.test(word)) ? value : 'another value';
}

function toSource(source: string): string {
  if (/^('[a-z-]+'|\*|[a-z-]+:?)$/i.test(source)) return source;
  return URL.canParse(source) ? new URL(source).origin : 'a host';
}

function describe({ answers }: ServiceEvidence, step: Step): string {
  const answer: HttpAnswer | undefined = answers[step];
  if (!answer) return NOT_TESTED;
  const [type = ''] = answer.headers['content-type']?.split(';') ?? [];
  const shown = /^(text|application)\/[a-z.+-]{1,30}$/i.test(type) ? type : 'without a media type';
  const hints = [
    answer.status >= 300 && answer.status < 400 && 'redirect',
    TOP_NAVIGATION.test(answer.body) && 'navigates the page around it',
    !answer.body && 'empty',
  ].filter(Boolean);
  return [`${answer.status} ${shown}`, ...hints].join(', ');
}
