import type { Dataset, Filter } from '../../../../dashboard/definition.ts';
import { findNames } from '../../../../database/dialects.ts';
import { findMainConnection } from '../model/main-connection.ts';
import { toLabel } from '../suggest/suggest-style.ts';

const DATES = 'date|timestamp|timestamptz';
const NUMBERS = 'smallint|int\\d?|integer|bigint|numeric|decimal|real|float\\d?|double';

/** The SELECTs of a draft. */
type Selects = readonly Pick<Dataset, 'sql' | 'connection'>[];

/** Creates a filter for a parameter. Its kind follows from the first casts of the parameter in the SELECTs. */
export function createFilter(parameter: string, selects: Selects): Filter {
  const base = { parameter, label: toLabel(parameter) };
  const sql = selects.map((each) => each.sql).join('\n');
  const has = (pattern: string): boolean => new RegExp(pattern, 'i').test(sql);
  const isCast = (types: string): boolean =>
    has(`:${parameter}\\s*::\\s*(${types})\\b`) ||
    has(`\\bcast\\s*\\(\\s*:${parameter}\\s+as\\s+(${types})\\b`);
  if (isCast(DATES)) return toKind(base, 'date', selects);
  if (isCast(NUMBERS)) return toKind(base, 'number', selects);
  const multiple = has(`\\bany\\s*\\(\\s*:${parameter}\\b`) || undefined;
  return { ...toChoice(base, selects), multiple };
}

/** Returns the filter with another kind. Its default may not fit the kind, so it has none. */
export function toKind(filter: FilterBase, kind: Filter['kind'], selects: Selects): Filter {
  if (kind === 'choice') return toChoice(filter, selects);
  const { parameter, label, required } = filter;
  return { kind, parameter, label, required };
}

type FilterBase = Pick<Filter, 'parameter' | 'label' | 'required'>;

function toChoice({ parameter, label, required }: FilterBase, selects: Selects) {
  const select = createSelect(parameter, selects);
  return { kind: 'choice', parameter, label, required, select } as const;
}

/** Creates the SELECT of a list to write. Its connection is that of the SELECTs that use the parameter. */
export function createSelect(parameter: string, selects: Selects): Selects[number] {
  const users = selects.filter(({ sql }) => findNames(sql).includes(parameter.toLowerCase()));
  const connection = findMainConnection(users);
  return { sql: '', ...(connection && { connection }) };
}
