import { html, nothing } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { CategorizedTile } from '../../../../tiles/category-axis.ts';
import { columnField } from '../fields/column-field.ts';
import { selectField } from '../fields/select-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { toCategory } from '../suggest/new-tile.ts';

/** The periods that the values of a category may represent. */
const GRAINS = [
  ['', 'As in the database'],
  ['text', 'Text'],
  ['instant', 'Points in time'],
  ['hour', 'One value per hour'],
  ['date', 'One value per day'],
  ['week', 'One value per week'],
  ['month', 'One value per month'],
  ['quarter', 'One value per quarter'],
  ['year', 'One value per year'],
] as const;

/** Renders the fields of a tile's category: its column and, for dates and years, the period of each value. */
export function categoryFields<Tile extends CategorizedTile>(
  tile: DraftPart<Tile>,
  columns: DatasetColumns,
): unknown {
  const { category, categoryFormat } = tile.value;
  const column = tile.field<string>('category', category, (name) =>
    tile.merge(toCategory(name, columns) as Partial<Tile>),
  );
  const fits = toCategory(category, columns).categoryFormat;
  const isDate = fits !== undefined || categoryFormat !== undefined;
  return html`<div class="pair">
    ${columnField(column, { label: 'Category', columns: columns.names })}
    ${isDate ? grainField(tile, fits) : nothing}
  </div>`;
}

/** Renders a choice. While nobody has chosen, a button offers what fits the values. */
function grainField<Tile extends CategorizedTile>(
  tile: DraftPart<Tile>,
  fits: CategorizedTile['categoryFormat'],
): unknown {
  const grain = tile.optional('categoryFormat') as DraftPart<(typeof GRAINS)[number][0]>;
  const [, name] = GRAINS.find(([each]) => each === fits) ?? [];
  return html`<div>
    ${selectField(grain, { label: 'Category values', choices: GRAINS })}
    ${
      grain.value === '' && fits
        ? html`<button type="button" class="plain small" @click=${() => grain.set(fits)}>
            Set “${name}”
          </button>`
        : nothing
    }
  </div>`;
}
