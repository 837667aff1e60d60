import {
  type DashboardParameters,
  type ParameterFault,
  parseJson,
  parseParameters,
} from '../../protocol/dashboard-parameters.ts';
import { toRuleSentence } from '../../protocol/parameter-rules.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';

/**
 * Returns the parameters of a page, checked.
 * @throws {DashboardHostError} `bad-request`. The message has the parameter's name, never its value.
 */
export function requireParameters(given: unknown): DashboardParameters {
  try {
    return parseParameters(given);
  } catch (error) {
    const { message, rule } = error as ParameterFault;
    throw new DashboardHostError('bad-request', toRuleSentence(message, rule));
  }
}

/**
 * Returns the parameters of an address. `json` is `null` for an address without any.
 * @throws {DashboardHostError} `bad-request`
 */
export function requireParametersJson(json: string | null): DashboardParameters {
  return requireParameters(json === null ? {} : parseJson(json));
}
