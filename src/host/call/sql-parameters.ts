import {
  findNameFault,
  findValueFault,
  isPlainObject,
} from '../../protocol/dashboard-parameters.ts';
import { toRuleSentence } from '../../protocol/parameter-rules.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';

/** Values for a dashboard's SQL queries, by name. */
export type SqlParameters = Readonly<Record<string, string | number | boolean>>;

/** Line and paragraph separators, and characters that change the direction of text. */
const UNPRINTABLE = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/**
 * Returns the service's `SQLparameters` as `Param1=Value1;Param2=Value2`, not yet percent-encoded. The
 * service knows no escapes, so a value that could be read as a second parameter is refused, never repaired.
 * @throws {DashboardHostError} `config`. The message has the rule and the parameter's name, never its value.
 */
export function formatSqlParameters(parameters: SqlParameters): string {
  // A Map or an array would have no entries here, and the query would run without its filter.
  if (!isPlainObject(parameters))
    throw refuse('sqlParameters must be a plain object of names and values.');
  const names = new Set<string>();
  return Object.entries(parameters)
    .map(([name, value]) => {
      const fault = findNameFault(name, names);
      // The application may have put a value in the place of an invalid name.
      if (fault === 'name') throw refuse(toRuleSentence('sqlParameters: an entry', fault));
      if (fault) throw refuse(toRuleSentence(`sqlParameters.${name}`, fault));
      return `${name}=${formatValue(name, value)}`;
    })
    .join(';');
}

function formatValue(name: string, value: unknown): string {
  const subject = `sqlParameters.${name}`;
  const fault = findValueFault(value);
  if (fault) throw refuse(toRuleSentence(subject, fault));
  const text = String(value);
  if (UNPRINTABLE.test(text)) throw refuse(`${subject} must be without invisible characters.`);
  return text;
}

function refuse(message: string): DashboardHostError {
  return new DashboardHostError('config', message);
}
