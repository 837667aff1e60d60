import type { AxisTile, Reference } from '../dashboard/definition.ts';
import type { DatasetRows } from '../dashboard/run-dashboard.ts';
import { toNumber } from '../values/value-formatter.ts';

/** A line at a value of the axis, or a band between two values. */
export interface ReferenceLine {
  label: string;
  from: number;
  to?: number;
}

/** Returns the reference lines of a chart whose values are known. */
export function toReferences({ references = [] }: AxisTile, result: DatasetRows): ReferenceLine[] {
  return references.flatMap((reference) => {
    const [from, to] = toEnds(reference, result);
    if (from === null || to === null) return [];
    return [{ label: reference.label, from, ...(to !== undefined && { to }) }];
  });
}

function toEnds(
  reference: Reference,
  result: DatasetRows,
): [from: number | null, to?: number | null] {
  switch (reference.kind) {
    case 'value':
      return [reference.value];
    case 'band':
      return [reference.value, reference.to];
    default: {
      const { kind, column } = reference;
      if (kind === 'average' && result.truncated) {
        return [toNumber(result.totals?.get(column)?.average)];
      }
      const values = result.rows.flatMap((row) => toNumber(row[column]) ?? []);
      if (values.length === 0) return [null];
      if (kind === 'column') return [values[0]!];
      return [values.reduce((sum, value) => sum + value, 0) / values.length];
    }
  }
}

/** Returns the labels of the averages over all rows that the database could not compute. */
export function findUnknown({ references = [] }: AxisTile, result: DatasetRows): string[] {
  if (!result.truncated || result.totals) return [];
  return references.filter(({ kind }) => kind === 'average').map(({ label }) => label);
}
