import type { ValueFormat } from '../../../dashboard/value-style.ts';
import type { DraftPart } from './draft-part.ts';
import { selectField } from './select-field.ts';
import { FORMATS } from './value-formats.ts';

/** Renders a field for the format of values. */
export function formatField(format: DraftPart<ValueFormat>): unknown {
  return selectField(format, { label: 'Format', choices: FORMATS });
}
