import { html, raw } from 'hono/html';
import { findOpen, type SetFilter } from '../dashboard/run-filters.ts';
import { toFilterKey } from '../dashboard/filter-value.ts';
import type { DashboardDefinition } from '../dashboard/definition.ts';
import type { SqlParameters } from '../dashboard/run-dashboard.ts';
import { nameChoices } from './choice-labels.ts';
import type { Markup } from './page-shell.ts';
import type { ValueFormatter } from '../values/value-formatter.ts';
import type { PageWords } from '../words/page-words.ts';

/** The value of an SQL parameter, as readers see it. */
export interface ShownValue {
  label: string;
  text: string;
  /** Whether the parameter has a value. */
  isSet: boolean;
  /** Whether only the printed page shows the text. On screen, the form has the value. */
  isPrinted: boolean;
}

/**
 * Returns the values that the page shows: those of the token that the author has released, and those of the filters that
 * readers can set.
 */
export function findShownValues(
  { shownParameters }: Pick<DashboardDefinition, 'shownParameters'>,
  parameters: SqlParameters,
  set: readonly SetFilter[],
  formatter: ValueFormatter,
  words: PageWords,
): ShownValue[] {
  const released = shownParameters.flatMap((name): ShownValue[] => {
    const key = name.toLowerCase();
    if (!Object.hasOwn(parameters, key)) return [];
    const locked = set.find(({ filter, isLocked }) => isLocked && toFilterKey(filter) === key);
    const label = locked?.filter.label ?? name;
    const text = locked ? toFilterText(locked, formatter, words) : parameters[key]!;
    return [{ label, text, isSet: true, isPrinted: false }];
  });
  const open = findOpen(set);
  return [
    ...released,
    ...open.map((each): ShownValue => {
      const text = toFilterText(each, formatter, words);
      return { label: each.filter.label, text, isSet: each.values.length > 0, isPrinted: true };
    }),
  ];
}

/** Returns the values of a filter as a text. */
export function toFilterText(set: SetFilter, formatter: ValueFormatter, words: PageWords): string {
  const { filter, values } = set;
  if (values.length === 0) return words.all;
  const named = nameChoices(set, formatter, words);
  const texts = values.map((value) => {
    if (value === '') return named.find((choice) => choice.value === '')?.label ?? words.empty;
    if (filter.kind === 'date') return formatter.format(value, { format: 'date' });
    if (filter.kind === 'number') return toNumberText(value, formatter);
    return named.find((choice) => choice.value === value)?.label ?? value;
  });
  return texts.join(', ');
}

/** A number may be a year, so it has no separators. */
function toNumberText(value: string, formatter: ValueFormatter): string {
  const [, decimals = ''] = value.split('.');
  if (!/^\d*$/.test(decimals) || /e/i.test(value)) return value;
  const numbers = { digits: decimals.length, notation: 'plain' } as const;
  return formatter.format(value, { format: 'decimal', numbers });
}

/** Renders the values in the head of the page. */
export function renderShownValues(shown: readonly ShownValue[]): Markup | string {
  if (shown.length === 0) return '';
  const isPrinted = shown.every((value) => value.isPrinted);
  return html`<dl class="shown-parameters${isPrinted ? ' printed' : ''}">
    ${shown.map(renderShownValue)}
  </dl>`;
}

function renderShownValue({ label, text, isPrinted }: ShownValue): Markup {
  const begin = isPrinted ? raw('<div class="printed">') : raw('<div>');
  return html`${begin}
          <dt>${label}</dt>
          <dd>${text}</dd>
        </div>`;
}
