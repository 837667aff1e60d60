import { expect, it } from 'vitest';
import {
  createDataset,
  toEdited,
  toSent,
} from '../../../service/src/admin/browser/editor/model/edited-draft.ts';

const DRAFT = {
  title: 'Sales',
  subtitle: '',
  currency: 'EUR',
  shownParameters: [],
  datasets: [
    { name: 'summary', sql: 'SELECT 1 AS n' },
    { name: 'months', sql: 'SELECT 1 AS n' },
  ],
  tiles: [
    {
      id: 'sold',
      kind: 'number',
      title: 'Sold',
      dataset: 'summary',
      span: 3,
      value: 'n',
      format: 'integer',
      note: '',
      trend: { dataset: 'months', column: 'n' },
    },
  ],
} as const;

it('keeps a tile and its trend linked to their datasets when these are renamed', () => {
  const edited = toEdited(structuredClone(DRAFT) as never);
  edited.datasets = edited.datasets.map((each) => ({ ...each, name: `${each.name}2` }));
  expect(toSent(edited).tiles).toMatchObject([
    { dataset: 'summary2', trend: { dataset: 'months2', column: 'n' } },
  ]);
});

it('does not give a new dataset a name that a trend uses', () => {
  const edited = toEdited(structuredClone(DRAFT) as never);
  const [tile] = edited.tiles;
  Object.assign(tile!, { trend: { dataset: 'data3', column: 'n' } });
  expect(createDataset(edited).name).toBe('data4');
});
