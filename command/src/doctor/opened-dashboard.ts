import type { HttpAnswer } from './http-call.ts';
import { MALFORMED_TOKEN, readToken, type ServiceEvidence } from './service-evidence.ts';

/** The answers that show how a service opens a dashboard, and how it refuses one. */
interface DisplayEvidence {
  answers: Pick<
    ServiceEvidence['answers'],
    'json' | 'query' | 'opened' | 'malformedToken' | 'unknownToken'
  >;
}

/**
 * Two answers with the same dashboard share more than this part of their words. Its data may change between them, and
 * any two pages of a service may share its layout.
 */
const SHARED_WORDS = 0.5;

/**
 * Whether an answer is the dashboard, and not a page that says that the token is not valid: it is closer to what the
 * address showed before than to the refusals of tokens that never existed.
 */
export function opens(answer: HttpAnswer, evidence: DisplayEvidence): boolean {
  const { opened } = evidence.answers;
  if (answer.status !== 200 || !opened) return false;
  const words = toWords(answer, evidence);
  const similarity = toSimilarity(words, toWords(opened, evidence));
  const refusals = refusalsOf(evidence).map((refusal) => toSimilarity(words, refusal));
  return similarity > Math.max(SHARED_WORDS, ...refusals);
}

/**
 * Whether an answer shows if a token is valid. A service may answer all tokens with the same page, whose
 * script finds out more.
 */
export function canTell(evidence: DisplayEvidence): boolean {
  const { opened } = evidence.answers;
  if (!opened) return true;
  const words = toWords(opened, evidence);
  return refusalsOf(evidence).every((refusal) => toSimilarity(words, refusal) < 1);
}

/** Refusals with another status cannot be taken for a dashboard. */
function refusalsOf(evidence: DisplayEvidence): Set<string>[] {
  const { malformedToken, unknownToken } = evidence.answers;
  return [malformedToken, unknownToken].flatMap((answer) =>
    answer?.status === 200 ? [toWords(answer, evidence)] : [],
  );
}

/** Returns the words of an answer, without tokens, nonces, numbers and identifiers. */
function toWords({ body }: HttpAnswer, { answers }: DisplayEvidence): Set<string> {
  const token = (readToken(answers.query) ?? readToken(answers.json))?.token;
  const text = token ? body.replaceAll(token, '') : body;
  const kept = text.replaceAll(MALFORMED_TOKEN, '').replaceAll(/[\w+/=-]{12,}|\d+/g, ' ');
  return new Set(kept.match(/\p{L}+/gu));
}

/** Returns the part of all words that two answers share. Answers without a word are equal. */
function toSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 1 : shared / all;
}
