import type { Dataset } from '../../../../dashboard/definition.ts';

/** Returns the connection that most SELECTs use, the first one of several; an empty text for the service's own data. */
export function findMainConnection(selects: readonly Pick<Dataset, 'connection'>[]): string {
  const names = selects.map(({ connection = '' }) => connection);
  const count = (name: string): number => names.filter((each) => each === name).length;
  return names.toSorted((one, other) => count(other) - count(one))[0] ?? '';
}
