import { toFilterQuery } from '../../protocol/dashboard-filters.ts';
import {
  type DashboardParameters,
  type ParameterFault,
  parseParameters,
} from '../../protocol/dashboard-parameters.ts';
import { toFaultSentence } from '../../protocol/parameter-rules.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';

/**
 * Returns the parameters of a page, checked.
 * @throws {DashboardHostError} `bad-request`. The message has the parameter's name, never its value.
 */
export function requireParameters(given: unknown): DashboardParameters {
  return obey('parameters', () => parseParameters(given));
}

/**
 * Returns first choices, checked, as a part of the display address.
 * @throws {DashboardHostError} `bad-request`. The message has the filter's name, never its value.
 */
export function requireFilterQuery(given: unknown): string {
  return obey('filters', () => toFilterQuery(given));
}

function obey<Result>(subject: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    const sentence = toFaultSentence(subject, error as ParameterFault);
    throw new DashboardHostError('bad-request', sentence);
  }
}
