import type { ValueFormat } from '../../../../values/value-style.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { selectField } from './select-field.ts';
import { FORMATS } from '../model/value-formats.ts';

/** Renders a field for the format of values. */
export function formatField(format: DraftPart<ValueFormat>): unknown {
  return selectField(format, { label: 'Format', choices: FORMATS });
}
