import type { HttpAnswer } from './http-call.ts';
import { MALFORMED_TOKEN, readToken, type ServiceEvidence } from './service-evidence.ts';

/** Whether an answer is the dashboard, and not a page that says that the token is not valid. */
export function opens(answer: HttpAnswer, { answers }: Pick<ServiceEvidence, 'answers'>): boolean {
  return answer.status === 200 && !isLikeMalformed(answer, answers);
}

/**
 * Whether an answer shows if a token is valid. A service may answer all tokens with the same page, whose
 * script finds out more.
 */
export function canTell({ answers }: ServiceEvidence): boolean {
  return !answers.opened || !isLikeMalformed(answers.opened, answers);
}

function isLikeMalformed(answer: HttpAnswer, answers: ServiceEvidence['answers']): boolean {
  const { malformedToken, query, json } = answers;
  if (malformedToken?.status !== 200) return false;
  const token = (readToken(query) ?? readToken(json))?.token ?? null;
  return toPattern(answer, token) === toPattern(malformedToken, token);
}

/**
 * Returns the parts of an answer that are the same in all answers of its kind, without tokens, nonces,
 * numbers and identifiers.
 */
function toPattern({ body }: HttpAnswer, token: string | null): string {
  const text = token ? body.replaceAll(token, '') : body;
  return text.replaceAll(MALFORMED_TOKEN, '').replaceAll(/[\w+/=-]{12,}|\d+/g, '');
}
