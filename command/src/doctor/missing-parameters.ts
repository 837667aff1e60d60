import { findMissingParameters } from '../../../src/protocol/missing-parameters.ts';
import type { HttpAnswer } from './http-call.ts';
import type { Check } from './run-checks.ts';
import type { ServiceEvidence } from './service-evidence.ts';

/** Returns the SQL parameters that GetToken's refusal names; `null` for any other answer. */
export function findMissing({ status, body }: HttpAnswer): string[] | null {
  return findMissingParameters(status, body);
}

/** The check that the doctor sends the parameters that the dashboard requires. */
export const MISSING_PARAMETERS: Check<ServiceEvidence> = {
  name: 'missing-parameters',
  fix: 'Set DASHBOARD_SQL_PARAMETERS to a value for each, such as Region=North;Year=2026.',
  holds: ({ answers: { json } }) => {
    const missing = json && findMissing(json);
    return missing ? `The dashboard requires ${missing.join(', ')}.` : null;
  },
};
