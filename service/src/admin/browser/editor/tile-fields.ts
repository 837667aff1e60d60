import { html } from 'lit';
import type { Tile } from '../../../dashboard/definition.ts';
import { axisFields } from './axis-fields.ts';
import { columnList } from './column-list.ts';
import type { DraftPart } from './draft-part.ts';
import { heatMapFields } from './heat-map-fields.ts';
import { SPANS, TILE_KINDS, toColumn, toKind } from './new-tile.ts';
import { numberFields } from './number-fields.ts';
import { scatterFields } from './scatter-fields.ts';
import { selectField } from './select-field.ts';
import { shareFields } from './share-fields.ts';
import { textField } from './text-field.ts';
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

/** Renders the fields of a tile: first the common fields, then the fields of its kind. */
export function tileFields(tile: DraftPart<Tile>, data: TileData): unknown {
  const { value } = tile;
  const kind = tile.field('kind', value.kind, (chosen) =>
    tile.set(toKind(value, chosen, data.columnsOf(value.dataset))),
  );
  const span = tile.field('span', `${value.span}`, (chosen) =>
    tile.at('span').set(Number(chosen) as Tile['span']),
  );
  return html`${textField(tile.at('title'), { label: 'Title' })}
    <div class="pair">
      ${selectField(kind, { label: 'Kind', choices: TILE_KINDS })}
      ${selectField(span, { label: 'Width', choices: SPANS.map((each) => [`${each}`, WIDTHS[each]]) })}
    </div>
    ${selectField(tile.at('dataset'), { label: 'Dataset', choices: toDatasetChoices(data) })}
    ${kindFields(tile, data)}`;
}

function kindFields(tile: DraftPart<Tile>, data: TileData): unknown {
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
        create: (name) => toColumn(name, columns),
      });
    case 'scatter':
      return scatterFields(tile.narrow(value), columns);
    case 'heatmap':
      return heatMapFields(tile.narrow(value), columns);
    case 'pie':
    case 'donut':
      return shareFields(tile.narrow(value), columns);
    default:
      return axisFields(tile.narrow(value), columns);
  }
}
