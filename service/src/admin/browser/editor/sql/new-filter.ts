import type { Dataset, Filter } from '../../../../dashboard/definition.ts';
import { toLabel } from '../suggest/suggest-style.ts';

const DATES = 'date|timestamp|timestamptz';
const NUMBERS = 'smallint|int\\d?|integer|bigint|numeric|decimal|real|float\\d?|double';

/** Creates a filter for a parameter. Its kind follows from the first casts of the parameter in the SELECTs. */
export function createFilter(parameter: string, selects: readonly Pick<Dataset, 'sql'>[]): Filter {
  const base = { parameter, label: toLabel(parameter) };
  const sql = selects.map((each) => each.sql).join('\n');
  const has = (pattern: string): boolean => new RegExp(pattern, 'i').test(sql);
  const isCast = (types: string): boolean =>
    has(`:${parameter}\\s*::\\s*(${types})\\b`) ||
    has(`\\bcast\\s*\\(\\s*:${parameter}\\s+as\\s+(${types})\\b`);
  if (isCast(DATES)) return toKind(base, 'date');
  if (isCast(NUMBERS)) return toKind(base, 'number');
  const multiple = has(`\\bany\\s*\\(\\s*:${parameter}\\b`) || undefined;
  return { ...toChoice(base), multiple };
}

/** Returns the filter with another kind. Its default may not fit the kind, so it has none. */
export function toKind(filter: FilterBase, kind: Filter['kind']): Filter {
  if (kind === 'choice') return toChoice(filter);
  const { parameter, label, required } = filter;
  return { kind, parameter, label, required };
}

type FilterBase = Pick<Filter, 'parameter' | 'label' | 'required'>;

function toChoice({ parameter, label, required }: FilterBase) {
  return { kind: 'choice', parameter, label, required, select: { sql: '' } } as const;
}
