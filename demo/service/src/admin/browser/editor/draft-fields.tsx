import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import { AddButton } from './add-button.tsx';
import { DatasetFields } from './dataset-fields.tsx';
import { createDataset, type EditedDraft } from './edited-draft.ts';
import { SelectField, TextField } from './field.tsx';
import { Item, MoveButtons, RemoveButton } from './item.tsx';
import { useListEdit } from './list-edit.ts';
import { createTile, createTileId, findSpan, TILE_KINDS } from './new-tile.ts';
import { TileFields } from './tile-fields.tsx';
import { CURRENCIES } from './value-formats.ts';

interface PartProps {
  draft: EditedDraft;
  onChange: (draft: EditedDraft) => void;
}

/** The head of the dashboard, its currency and its language. */
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
      <TextField
        path="locale"
        label="Language"
        hint="Of numbers, dates and fixed words: a tag such as de or pt-BR. Leave empty for the service’s language."
        value={draft.locale ?? ''}
        spellcheck={false}
        onChange={(locale) => onChange({ ...draft, locale: locale.trim() || undefined })}
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
  const { datasets } = draft;
  const edit = useListEdit('datasets', datasets, (list) => onChange({ ...draft, datasets: list }));
  return (
    <section aria-labelledby="datasets">
      <h2 id="datasets">Datasets</h2>
      <ul class="items">
        {datasets.map((dataset, place) => (
          <Item
            key={dataset.key}
            path={`datasets.${place}`}
            title={dataset.name || 'Unnamed'}
            kind={dataset.connection ?? ''}
            isOpen={!dataset.sql}
            buttons={
              <RemoveButton
                name={dataset.name || 'the dataset'}
                onRemove={() => edit.remove(place)}
              />
            }
          >
            <DatasetFields
              path={`datasets.${place}`}
              dataset={dataset}
              connections={connections}
              onChange={(changed) => edit.replace(place, { ...dataset, ...changed })}
            />
          </Item>
        ))}
      </ul>
      <AddButton path="datasets" onAdd={() => edit.add(createDataset(draft), 'name')}>
        Add a dataset
      </AddButton>
    </section>
  );
}

/** The tiles in the order of the page. */
export function TileList({
  draft,
  onChange,
  columnsOf,
}: PartProps & { columnsOf: (dataset: string) => DatasetColumns }) {
  const { tiles, datasets } = draft;
  const edit = useListEdit('tiles', tiles, (list) => onChange({ ...draft, tiles: list }));
  const add = (): void => {
    const dataset = datasets.at(-1)?.key ?? '';
    const base = { id: createTileId(tiles), title: '', dataset, span: findSpan('number') } as const;
    edit.add(createTile('number', base, columnsOf(dataset)), 'title');
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
              <>
                <MoveButtons
                  path={`tiles.${place}`}
                  name={tile.title || 'the tile'}
                  isFirst={place === 0}
                  isLast={place === tiles.length - 1}
                  onMove={(step) => edit.move(place, step)}
                />
                <RemoveButton name={tile.title || 'the tile'} onRemove={() => edit.remove(place)} />
              </>
            }
          >
            <TileFields
              path={`tiles.${place}`}
              tile={tile}
              columnsOf={columnsOf}
              datasets={datasets}
              onChange={(changed) => edit.replace(place, changed)}
            />
          </Item>
        ))}
      </ol>
      <AddButton path="tiles" onAdd={add}>
        Add a tile
      </AddButton>
    </section>
  );
}
