import type { SignOnCode } from '../../telemetry/events.ts';

const AGAIN = 'The sign-in took too long, or another one has begun in this browser. Try again.';
const SETUP =
  'The sign-in does not work now. An administrator finds the reason in the log of the service.';

/** The sentences for the person who signs in. The log has the reason for the operator. */
const PROBLEMS: Readonly<Record<SignOnCode, string>> = {
  'provider-away': 'The sign-in of your organization cannot be reached. Try again in a minute.',
  'provider-error': 'Your organization did not let you sign in. Ask an administrator.',
  'no-attempt': AGAIN,
  state: AGAIN,
  code: AGAIN,
  removed: 'You were removed from this back office. Ask an administrator.',
  'not-confirmed': 'Your organization has ended your session. Sign in again.',
  'provider-metadata': SETUP,
  'provider-answer': SETUP,
  'other-provider': SETUP,
  'other-person': SETUP,
  client: SETUP,
  'token-claim': SETUP,
  'token-expired': SETUP,
  'token-key': SETUP,
  clock: SETUP,
  'no-role': SETUP,
};

/** Returns the sentence for a code in the address of the sign-in page; empty for any other text. */
export function toSignOnProblem(code = ''): string {
  return Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as SignOnCode] : '';
}
