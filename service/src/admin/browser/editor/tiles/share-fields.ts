import { html } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { ShareTile } from '../../../../dashboard/definition.ts';
import { categoryFields } from './category-fields.ts';
import { addingUpField } from './adding-up-field.ts';
import { columnField } from '../fields/column-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { formatField } from '../fields/select-field.ts';
import { numberStyleFields } from '../fields/number-style-fields.ts';

/** Renders the fields of a pie or a donut. */
export function shareFields(tile: DraftPart<ShareTile>, columns: DatasetColumns): unknown {
  return html`${categoryFields(tile, columns)}
  ${columnField(tile.at('value'), { label: 'Value', columns: columns.names })}
  ${addingUpField(tile, columns)} ${formatField(tile.at('format'))} ${numberStyleFields(tile)}`;
}
