import type { SqlParameters } from '../dashboard/run-dashboard.ts';
import { ApiError } from './api-error.ts';

/**
 * Reads `Param1=Value1;Param2=Value2`: split at `;` and at the first `=`. Names lose their case and the white space
 * around them, values are kept as they are. Empty parts (a trailing `;`) are skipped. Throws {@link ApiError}.
 */
export function parseSqlParameters(text: string): SqlParameters {
  const parameters = new Map<string, string>();
  for (const part of text.split(';')) {
    if (!part.trim()) continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    if (!name) {
      throw new ApiError(
        'bad-request',
        'SQLparameters must be name=value pairs, separated by ";".',
      );
    }
    parameters.set(name, part.slice(equals + 1));
  }
  return Object.fromEntries(parameters);
}
