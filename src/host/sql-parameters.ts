import { DashboardHostError } from './dashboard-host-error.ts';

/** Values for a dashboard's SQL queries, by name. */
export type SqlParameters = Readonly<Record<string, string | number | boolean>>;

const NAME = /^(?!__)[a-z_]\w{0,63}$/i;
const LONGEST_VALUE = 256;

/** Separators, also as a server would see them that decodes once too often. */
const SEPARATOR = /[;=]|%3[bd]/i;

/** Controls, line and paragraph separators, signs that turn the direction of text, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Cs}]/u;

/**
 * `Param1=Value1;Param2=Value2` of the service's `SQLparameters`, not yet percent-encoded. The service
 * knows no escapes, so a value that could be read as a further parameter is refused, never repaired.
 * @throws {DashboardHostError} `config`, which tells the rule and no value.
 */
export function formatSqlParameters(parameters: SqlParameters): string {
  // A Map or an array has no entries here, and the query would run without its filter.
  if (!isPlainObject(parameters)) throw refuse('must be a plain object of names and values');
  const entries = Object.entries(parameters);
  if (!entries.every(([name]) => NAME.test(name))) {
    throw refuse('must have names of letters, digits and _, 64 at most, beginning with a letter');
  }
  if (new Set(entries.map(([name]) => name.toLowerCase())).size < entries.length) {
    throw refuse('must have names that differ in more than their case');
  }
  return entries.map(([name, value]) => `${name}=${formatValue(value)}`).join(';');
}

function formatValue(value: unknown): string {
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') {
    throw refuse('must have values that are strings, finite numbers or booleans');
  }
  if (value.length > LONGEST_VALUE) {
    throw refuse(`must have values of ${LONGEST_VALUE} characters at most`);
  }
  // Normalised, too: a service that maps full-width signs to ASCII would find separators.
  if ([value, value.normalize('NFKC')].some((text) => SEPARATOR.test(text))) {
    throw refuse('must have values without ; and =, in any spelling');
  }
  if (UNPRINTABLE.test(value)) throw refuse('must have values without control characters');
  return value;
}

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || !value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Object.prototype of any realm.
  return !prototype || Object.getPrototypeOf(prototype) === null;
}

function refuse(rule: string): DashboardHostError {
  return new DashboardHostError('config', `sqlParameters ${rule}.`);
}
