import type { Dataset } from '../../../dashboard/definition.ts';
import { toNumberedSql } from '../../../database/named-parameters.ts';

/** Returns the `:Name`s of datasets, each with its first spelling. Names are case-insensitive. */
export function findParameterNames(datasets: readonly Pick<Dataset, 'sql'>[]): string[] {
  const names = new Map<string, string>();
  for (const { sql } of datasets) {
    for (const name of toNumberedSql(sql).names) {
      const written = new RegExp(`:(${name})\\b`, 'i').exec(sql)?.[1] ?? name;
      if (!names.has(name)) names.set(name, written);
    }
  }
  return [...names.values()];
}
