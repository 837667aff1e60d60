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

/**
 * Whether there is nothing to change. A text says what is wrong; `null` says that the check does not apply; `instead`
 * replaces the line to change.
 */
export type Verdict = boolean | string | null | { instead: string };

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
    return error.isOwn ? null : error.message;
  }
}

function toFinding<Subject>(
  part: Part,
  { name, fix }: Check<Subject>,
  verdict: Verdict,
): Finding | null {
  if (verdict === null) return null;
  const link = toLink(part, name);
  return { check: `${part}/${name}`, ok: verdict === true, fix: toLine(fix, verdict), link };
}

function toLine(fix: string, verdict: Verdict): string {
  if (typeof verdict === 'string') return `${verdict} ${fix}`;
  return typeof verdict === 'object' && verdict ? verdict.instead : fix;
}
