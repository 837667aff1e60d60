import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { EditedDataset } from '../model/edited-draft.ts';
import type { Choices } from '../fields/select-field.ts';

/** The data that a tile can show. */
export interface TileData {
  datasets: readonly EditedDataset[];
  /** Returns the columns of the dataset with a key; empty while they are unknown. */
  columnsOf: (key: string) => DatasetColumns;
}

/** Returns the datasets as choices. */
export function toDatasetChoices({ datasets }: TileData): Choices<string> {
  return datasets.map(({ key, name }) => [key, name || 'Unnamed'] as const);
}
