import { html, nothing } from 'lit';
import {
  type DataTile,
  hasData,
  type RowColumn,
  type Tile,
} from '../../../../dashboard/definition.ts';
import { TILE_KINDS } from '../../../../dashboard/tile-kinds.ts';
import { withSuggestedSum } from './adding-up-field.ts';
import { axisFields } from './axis-fields.ts';
import { columnList } from './column-list.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { heatMapFields } from './heat-map-fields.ts';
import { histogramFields } from './histogram-fields.ts';
import { SPANS, toColumn, toKind } from '../suggest/new-tile.ts';
import { numberFields } from './number-fields.ts';
import { rowColumnFields } from './row-column-fields.ts';
import { scatterFields } from './scatter-fields.ts';
import { type Choices, selectField } from '../fields/select-field.ts';
import { shareFields } from './share-fields.ts';
import { textArea } from '../fields/text-area.ts';
import { textField } from '../fields/text-field.ts';
import { type TileData, toDatasetChoices } from './tile-data.ts';

const WIDTHS: Record<Tile['span'], string> = {
  3: 'A quarter',
  4: 'A third',
  5: '5 of 12 columns',
  6: 'Half',
  7: '7 of 12 columns',
  8: 'Two thirds',
  12: 'Full width',
};

const KINDS = Object.entries(TILE_KINDS).map(
  ([kind, { name }]) => [kind, name] as const,
) as Choices<Tile['kind']>;

const TEXT = {
  label: 'Text',
  hint: 'Markdown: **bold**, *italic*, # heading, - list, [link](https://app.example.com). No HTML and no images.',
};

/** Renders the fields of a tile: first the common fields, then the fields of its kind. */
export function tileFields(tile: DraftPart<Tile>, data: TileData): unknown {
  const { value } = tile;
  const dataset = hasData(value) ? value.dataset : (data.datasets.at(-1)?.key ?? '');
  const kind = tile.field('kind', value.kind, (chosen) =>
    tile.set(toKind(value, chosen, { dataset, columns: data.columnsOf(dataset) })),
  );
  const span = tile.field('span', `${value.span}`, (chosen) =>
    tile.at('span').set(Number(chosen) as Tile['span']),
  );
  return html`${textField(
      tile.field('title', value.title, (title) => tile.set({ ...value, title })),
      { label: 'Title' },
    )}
    <div class="pair">
      ${selectField(kind, { label: 'Kind', choices: KINDS })}
      ${
        value.kind === 'heading'
          ? nothing
          : selectField(span, {
              label: 'Width',
              choices: SPANS.map((each) => [`${each}`, WIDTHS[each]]),
            })
      }
    </div>
    ${hasData(value) ? dataFields(tile.narrow(value), data) : nothing}
    ${value.kind === 'text' ? textArea(tile.narrow(value).at('text'), TEXT) : nothing}`;
}

function dataFields(tile: DraftPart<DataTile>, data: TileData): unknown {
  return html`${selectField(tile.at('dataset'), {
    label: 'Dataset',
    choices: toDatasetChoices(data),
  })}
  ${kindFields(tile, data)}`;
}

function kindFields(tile: DraftPart<DataTile>, data: TileData): unknown {
  const { value } = tile;
  const columns = data.columnsOf(value.dataset);
  switch (value.kind) {
    case 'number':
      return numberFields(tile.narrow(value), data);
    case 'table':
      return columnList(tile.narrow(value).at('columns'), {
        legend: 'Columns',
        one: 'column',
        columns: columns.names,
        create: (name) => toColumn(name, columns) as RowColumn,
        last: rowColumnFields,
      });
    case 'scatter':
      return scatterFields(tile.narrow(value), columns);
    case 'histogram':
      return histogramFields(tile.narrow(value), columns);
    case 'heatmap':
      return heatMapFields(withSuggestedSum(tile.narrow(value), columns), columns);
    case 'pie':
    case 'donut':
      return shareFields(withSuggestedSum(tile.narrow(value), columns), columns);
    default:
      return axisFields(withSuggestedSum(tile.narrow(value), columns), columns);
  }
}
