import type {
  DashboardDraft,
  DatasetColumns,
  DraftDataset,
} from '../../../dashboard/dashboard-draft.ts';
import type { Tile } from '../../../dashboard/definition.ts';
import { DatasetFields } from './dataset-fields.tsx';
import { SelectField, TextField } from './field.tsx';
import { useLaterFocus } from './focus.ts';
import { Item, ItemButtons } from './item.tsx';
import { moved, replaced, without } from './list-edit.ts';
import { createTile, createTileId, TILE_KINDS } from './new-tile.ts';
import { toFieldId } from './problems.ts';
import { TileFields } from './tile-fields.tsx';
import { CURRENCIES } from './value-formats.ts';

interface PartProps {
  draft: DashboardDraft;
  onChange: (draft: DashboardDraft) => void;
}

/** What stands at the head of the dashboard, and its currency. */
export function HeadFields({ draft, onChange }: PartProps) {
  return (
    <section aria-label="Dashboard">
      <TextField
        path="title"
        label="Title"
        value={draft.title}
        onChange={(title) => onChange({ ...draft, title })}
      />
      <TextField
        path="subtitle"
        label="Line below the title"
        value={draft.subtitle}
        onChange={(subtitle) => onChange({ ...draft, subtitle })}
      />
      <SelectField
        path="currency"
        label="Currency"
        value={draft.currency}
        choices={CURRENCIES}
        onChange={(currency) => onChange({ ...draft, currency })}
      />
    </section>
  );
}

/** The datasets, each the rows of a SELECT. */
export function DatasetList({
  draft,
  onChange,
  connections,
}: PartProps & { connections: readonly string[] }) {
  const focusLater = useLaterFocus();
  const { datasets } = draft;
  const add = (): void => {
    onChange({ ...draft, datasets: [...datasets, { name: createName(datasets), sql: '' }] });
    focusLater(toFieldId(`datasets.${datasets.length}.name`));
  };
  const remove = (place: number): void => {
    onChange({ ...draft, datasets: without(datasets, place) });
    focusLater('add-dataset');
  };
  return (
    <section aria-labelledby="datasets">
      <h2 id="datasets">Datasets</h2>
      <ul class="items">
        {datasets.map((dataset, place) => (
          <Item
            key={place}
            path={`datasets.${place}`}
            title={dataset.name || 'Unnamed'}
            kind={dataset.connection ?? ''}
            isOpen={!dataset.sql}
            buttons={
              <ItemButtons
                path={`datasets.${place}`}
                name={dataset.name || 'the dataset'}
                isFirst={place === 0}
                isLast={place === datasets.length - 1}
                onRemove={() => remove(place)}
              />
            }
          >
            <DatasetFields
              path={`datasets.${place}`}
              dataset={dataset}
              connections={connections}
              onChange={(changed) => onChange(withDataset(draft, place, changed))}
            />
          </Item>
        ))}
      </ul>
      <button type="button" class="plain" id="add-dataset" onClick={add}>
        Add a dataset
      </button>
    </section>
  );
}

/** The tiles in the order of the page. */
export function TileList({
  draft,
  onChange,
  columnsOf,
}: PartProps & { columnsOf: (dataset: string) => DatasetColumns }) {
  const focusLater = useLaterFocus();
  const { tiles, datasets } = draft;
  const names = [...new Set(datasets.map(({ name }) => name))];
  const change = (list: Tile[]): void => onChange({ ...draft, tiles: list });
  const add = (): void => {
    const dataset = names.at(-1) ?? '';
    const base = { id: createTileId(tiles), title: '', dataset, span: 4 } as const;
    change([...tiles, createTile('number', base, columnsOf(dataset))]);
    focusLater(toFieldId(`tiles.${tiles.length}.title`));
  };
  const remove = (place: number): void => {
    change(without(tiles, place));
    focusLater('add-tile');
  };
  const move = (place: number, step: -1 | 1): void => {
    change(moved(tiles, place, step));
    const to = `tiles.${place + step}`;
    focusLater(...(step < 0 ? [`${to}-up`, `${to}-down`] : [`${to}-down`, `${to}-up`]));
  };
  return (
    <section aria-labelledby="tiles">
      <h2 id="tiles">Tiles</h2>
      <ol class="items">
        {tiles.map((tile, place) => (
          <Item
            key={tile.id}
            path={`tiles.${place}`}
            title={tile.title || 'Untitled'}
            kind={TILE_KINDS.find(([kind]) => kind === tile.kind)?.[1] ?? ''}
            isOpen={!tile.title}
            buttons={
              <ItemButtons
                path={`tiles.${place}`}
                name={tile.title || 'the tile'}
                isFirst={place === 0}
                isLast={place === tiles.length - 1}
                onMove={(step) => move(place, step)}
                onRemove={() => remove(place)}
              />
            }
          >
            <TileFields
              path={`tiles.${place}`}
              tile={tile}
              columnsOf={columnsOf}
              datasetNames={names}
              onChange={(changed) => change(replaced(tiles, place, changed))}
            />
          </Item>
        ))}
      </ol>
      <button type="button" class="plain" id="add-tile" onClick={add}>
        Add a tile
      </button>
    </section>
  );
}

/** Tiles go on showing a dataset that gets another name. */
function withDataset(draft: DashboardDraft, place: number, dataset: DraftDataset): DashboardDraft {
  const before = draft.datasets[place]!.name;
  const isAlone = draft.datasets.filter(({ name }) => name === before).length === 1;
  const tiles = draft.tiles.map((tile) =>
    isAlone && tile.dataset === before ? { ...tile, dataset: dataset.name } : tile,
  );
  return { ...draft, tiles, datasets: replaced(draft.datasets, place, dataset) };
}

function createName(datasets: readonly DraftDataset[]): string {
  let number = datasets.length + 1;
  while (datasets.some(({ name }) => name === `data${number}`)) number += 1;
  return `data${number}`;
}
