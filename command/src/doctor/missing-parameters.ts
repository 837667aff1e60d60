import { findMissingParameters } from '../../../src/protocol/missing-parameters.ts';
import type { Check } from './run-checks.ts';
import type { ServiceEvidence } from './service-evidence.ts';

/** The check that the doctor sends the parameters that the dashboard requires. */
export const MISSING_PARAMETERS: Check<ServiceEvidence> = {
  name: 'missing-parameters',
  fix: 'Set DASHBOARD_SQL_PARAMETERS to a value for each, such as Region=North;Year=2026.',
  holds: ({ answers: { json } }) => {
    const missing = json && findMissingParameters(json.status, json.body);
    return missing ? `The dashboard requires ${missing.join(', ')}.` : null;
  },
};
