import { findNameFault } from './dashboard-parameters.ts';

/**
 * Returns the SQL parameters that GetToken's refusal `missing-parameters` names; `null` for any other answer. An answer
 * may hold anything, so only names of parameters leave it.
 */
export function findMissingParameters(status: number, text: string | null): string[] | null {
  if (status !== 400) return null;
  const { code, parameters } = parseError(text ?? '') ?? {};
  if (code !== 'missing-parameters' || !Array.isArray(parameters)) return null;
  const known = new Set<string>();
  const isName = (name: unknown): name is string =>
    typeof name === 'string' && findNameFault(name, known) === null;
  const names = parameters.filter(isName);
  return names.length > 0 ? names : null;
}

function parseError(text: string): Record<string, unknown> | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return Object(error) === error ? (error as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
