import { type Finding, type Part, toLink } from './finding.ts';
import { HttpCallError } from './http-call.ts';

/** One thing to check about a `Subject`. */
export interface Check<Subject> {
  /** Without the name of the part. */
  name: string;
  /** The line to change. */
  fix: string;
  /** Calls that fail without an answer fail the check. */
  holds: (subject: Subject) => Verdict | Promise<Verdict>;
}

/** Whether there is nothing to change. A text says what is wrong; `null` says that the check does not apply. */
export type Verdict = boolean | string | null;

/** Runs checks, and returns the findings of those that apply. */
export async function runChecks<Subject>(
  part: Part,
  checks: readonly Check<Subject>[],
  subject: Subject,
): Promise<Finding[]> {
  const verdicts = await Promise.all(checks.map(({ holds }) => judge(holds, subject)));
  return checks.flatMap((check, index) => toFinding(part, check, verdicts[index]!) ?? []);
}

async function judge<Subject>(holds: Check<Subject>['holds'], subject: Subject): Promise<Verdict> {
  try {
    return await holds(subject);
  } catch (error) {
    if (!(error instanceof HttpCallError)) throw error;
    return error.failure === 'stopped' ? null : error.message;
  }
}

function toFinding<Subject>(
  part: Part,
  { name, fix }: Check<Subject>,
  verdict: Verdict,
): Finding | null {
  if (verdict === null) return null;
  const text = typeof verdict === 'string' ? `${verdict} ${fix}` : fix;
  return { check: `${part}/${name}`, ok: verdict === true, fix: text, link: toLink(part, name) };
}
