import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import { type SummableTile, toValueColumns } from '../../../../dashboard/summable-tile.ts';
import { checkField } from '../fields/check-field.ts';
import { DraftPart } from '../model/draft-part.ts';
import { addsUp, withAddsUp } from '../suggest/adding-up.ts';

const HINT =
  'Like sums and counts, unlike averages. Rows of one name are added up, and small parts become “Other”.';
const SUGGESTION = 'The SQL makes sums or counts, so you can turn this on.';

/** Renders the choice whether the values of a tile may be added up. */
export function addingUpField<Any extends SummableTile>(
  tile: DraftPart<Any>,
  columns: DatasetColumns,
): unknown {
  const isOn = tile.value.addsUp ?? false;
  const isSuggested = !isOn && addsUp(tile.value, columns);
  const id = `${tile.fieldId}-addsUp-hint`;
  const set = (isChecked: boolean): void => tile.set({ ...tile.value, addsUp: isChecked });
  return checkField('Values add up', isOn, set, {
    hint: { id, text: isSuggested ? `${HINT} ${SUGGESTION}` : HINT },
  });
}

/** Returns a tile as a part that follows the SQL when the author chooses another column of values. */
export function withSuggestedSum<Any extends SummableTile>(
  { path, value, form, set }: DraftPart<Any>,
  columns: DatasetColumns,
): DraftPart<Any> {
  const before = toKey(value);
  return new DraftPart(path, value, form, (changed) =>
    set(columns.sums && toKey(changed) !== before ? withAddsUp(changed, columns) : changed),
  );
}

function toKey(tile: SummableTile): string {
  return JSON.stringify(toValueColumns(tile).toSorted());
}
