import { html, nothing } from 'lit';
import {
  isNumberFormat,
  type NumberStyle,
  type ValueFormat,
  type ValueStyle,
} from '../../../../values/value-style.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { type Choices, selectField } from './select-field.ts';
import { textField } from './text-field.ts';

/** A value with a format, or a series, which has none. */
type Styled = Partial<ValueStyle> & { format?: ValueFormat };

const NOTATIONS: Choices<NonNullable<NumberStyle['notation']> | ''> = [
  ['', 'Automatic'],
  ['full', 'In full: 1,234,567'],
  ['compact', 'Compact: 1.23M'],
  ['plain', 'Plain: 2026'],
];
const MAX_DIGITS = 6;
const DIGITS: Choices<string> = [
  ['', 'Automatic'],
  ...Array.from({ length: MAX_DIGITS + 1 }, (_, count) => [`${count}`, `${count}`] as const),
];

/** Renders the settings for numbers, which open on demand. Other formats have none. */
export function numberStyleFields<Value extends Styled>(part: DraftPart<Value>): unknown {
  const { format, numbers = {} } = part.value;
  if (!format || !isNumberFormat(format)) return nothing;
  const at = <Key extends keyof NumberStyle>(
    key: Key,
    toSetting: (text: string) => NumberStyle[Key],
  ): DraftPart<string> =>
    part.field(`numbers.${key}`, `${numbers[key] ?? ''}`, (text) => {
      const setting = text === '' ? undefined : toSetting(text);
      part.set({ ...part.value, numbers: toUsed({ ...numbers, [key]: setting }) });
    });
  return html`<details class="more">
    <summary>Digits and unit</summary>
    <div class="pair more-fields">
      ${selectField(at('digits', Number), { label: 'Decimal places', choices: DIGITS })}
      ${selectField(
        at('notation', (text) => text as NumberStyle['notation']),
        { label: 'Notation', choices: NOTATIONS },
      )}
      ${textField(at('before', String), { label: 'Unit before the number' })}
      ${textField(at('after', String), { label: 'Unit after the number' })}
    </div>
  </details>`;
}

/** Returns the settings that are set; `undefined` if there are none. */
function toUsed(numbers: NumberStyle): NumberStyle | undefined {
  const used = Object.entries(numbers).filter(([, setting]) => setting !== undefined);
  return used.length > 0 ? Object.fromEntries(used) : undefined;
}
