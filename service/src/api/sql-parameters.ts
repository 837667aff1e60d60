import type { SqlParameters } from '../dashboard/run-dashboard.ts';
import { ApiError } from './api-error.ts';

/**
 * Parses `Param1=Value1;Param2=Value2`: splits it at `;` and at the first `=`. Names are trimmed and put in lower
 * case; values stay unchanged. Empty parts (a trailing `;`) are skipped.
 * @throws {ApiError} for an invalid pair, and for a name with two different values.
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
    const value = part.slice(equals + 1);
    if (parameters.has(name) && parameters.get(name) !== value) {
      throw new ApiError('bad-request', 'SQLparameters contains a name with two different values.');
    }
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}
