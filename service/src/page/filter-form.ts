import { html, raw } from 'hono/html';
import { type Choice, type CutList, MAX_FOUND, MAX_SEARCH } from '../dashboard/choice-list.ts';
import type { Filter } from '../dashboard/definition.ts';
import { findParents } from '../dashboard/filter-order.ts';
import { toRangeEnd } from '../dashboard/filter-problems.ts';
import { EARLIER_PREFIX } from '../dashboard/filter-query.ts';
import { isList, MAX_FILTER_VALUE, toFieldValue, toFilterKey } from '../dashboard/filter-value.ts';
import { findOpen, type SetFilter } from '../dashboard/run-filters.ts';
import { nameChoices } from './choice-labels.ts';
import type { QueryFields } from './display-options.ts';
import { toAddress, toFieldName } from './filter-address.ts';
import type { Markup } from './page-shell.ts';
import { toFilterText } from './shown-values.ts';
import type { ValueFormatter } from '../values/value-formatter.ts';
import type { PageWords } from '../words/page-words.ts';

/** The filters of a page. */
export interface PageFilters {
  set: readonly SetFilter[];
  /** The display options in the address of the page. */
  kept: QueryFields;
  /** Whether the address of the page has no choices. */
  isReset: boolean;
  /** Whether choices of the address were left out. Default: false. */
  isCut?: boolean;
}

/** The number of choices from which on a list has a search box. */
const SEARCHED_FROM = 20;

/** The texts that a text field accepts, as a pattern of HTML. */
const TEXT_PATTERN = '(?!.*%3[bBdD])[^;=]*';

/**
 * Renders the form with the filters that readers can set. It works without scripts. The page's script marks a form that it
 * uses as `data-live`. Then the style sheet hides the button, and shows the search boxes.
 */
export function renderFilterForm(
  { set, kept, isReset }: PageFilters,
  formatter: ValueFormatter,
  words: PageWords,
): Markup | string {
  const open = findOpen(set);
  if (open.length === 0) return '';
  return html`<form class="filters" autocomplete="off" aria-label="${words.filters}">
    ${[...kept, ...toEarlier(open)].map(([name, value]) => renderHidden(name, value))}
    ${toRanges(open).map((range) => {
      const fields = range.map((each) => renderFilter(each, formatter, words));
      return range.length > 1 ? html`<div class="range">${fields}</div>` : fields;
    })}
    <div class="filter-buttons">
      <button class="button apply">${words.apply}</button>
      <a class="button reset" href="${toAddress(kept)}" ${isReset ? raw('hidden') : ''}>
        ${words.reset}
      </a>
    </div>
    <p class="visually-hidden" role="status" data-text="${words.updated}"></p>
  </form>`;
}

function renderHidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** Returns the present values of filters on which the choices of others depend. */
function toEarlier(open: readonly SetFilter[]): QueryFields {
  const filters = open.map(({ filter }) => filter);
  const parents = new Set(filters.flatMap((filter) => findParents(filter, filters)));
  return open.flatMap(({ filter, values }) => {
    const name = `${EARLIER_PREFIX}${filter.parameter}`;
    const given = toFieldValues(values);
    return parents.has(filter) ? given.map((value) => [name, value] as const) : [];
  });
}

/** Puts the end of a range next to its start. */
export function toRanges(set: readonly SetFilter[]): SetFilter[][] {
  const endOf = (start: SetFilter): SetFilter | undefined =>
    set.find(({ filter }) => toFilterKey(filter) === toRangeEnd(start.filter));
  const ends = new Set(set.map(endOf));
  return set.flatMap((start) => {
    const end = endOf(start);
    return ends.has(start) ? [] : [end ? [start, end] : [start]];
  });
}

function renderFilter(set: SetFilter, formatter: ValueFormatter, words: PageWords): Markup {
  const { filter, failed } = set;
  const key = toFilterKey(filter);
  const id = `filter-${key}`;
  if (failed) {
    return html`<div class="filter" data-filter="${key}">
      <span class="filter-label">${filter.label}</span>
      <span class="filter-failure">${words[failed.failure]}</span>
    </div>`;
  }
  const isLong = set.choices.length >= SEARCHED_FROM || set.cut !== undefined;
  if (isList(filter) || isLong) {
    const boxes = renderBoxes(set, formatter, words);
    const search = isLong ? renderSearch(set, formatter, words) : '';
    return renderDisclosure(filter, toFilterText(set, formatter, words), html`${search}${boxes}`);
  }
  return html`<div class="filter" data-filter="${key}">
    <label for="${id}">${filter.label}</label>
    ${filter.kind === 'choice' ? renderSelect(set, id, formatter, words) : renderInput(filter, id, set.values[0] ?? '')}
  </div>`;
}

/** The page's script searches the whole of a cut list at the server. `found` has its texts. */
function renderSearch({ cut }: SetFilter, formatter: ValueFormatter, words: PageWords): Markup {
  const toCount = (count: number): string => formatter.format(count, { format: 'integer' });
  const first = words.firstShown.replace('{count}', toCount(MAX_FOUND));
  const note = cut
    ? html`${toCutText(cut, toCount, words)} <span>${words.searchFindsAll}</span>`
    : '';
  return html`<input
      class="search"
      type="search"
      maxlength="${MAX_SEARCH}"
      aria-label="${words.search}"
      placeholder="${words.search}"
    />
    <p class="cut">${note}</p>
    <p
      class="found"
      aria-live="polite"
      data-none="${words.noneFound}"
      data-first="${first}"
      data-failed="${words.tryLater}"
    ></p>`;
}

function toCutText(
  { shown, total }: CutList,
  toCount: (count: number) => string,
  { choicesShown, firstShown }: PageWords,
): string {
  if (total === null) return firstShown.replace('{count}', toCount(shown));
  return choicesShown.replace('{count}', toCount(shown)).replace('{total}', toCount(total));
}

function renderSelect(
  set: SetFilter,
  id: string,
  formatter: ValueFormatter,
  words: PageWords,
): Markup {
  const { filter, values } = set;
  const chosen = toFieldValues(values);
  return html`<select id="${id}" name="${toFieldName(filter)}" data-values>
    ${toFields(set, !filter.required, formatter, words).map(
      ({ value, label }) =>
        html`<option value="${value}" ${chosen.includes(value) ? raw(' selected') : ''}>
          ${label}
        </option>`,
    )}
  </select>`;
}

/** Returns the choices of a list as the form has them. The field of "All" is empty. */
function toFields(
  set: SetFilter,
  hasAll: boolean,
  formatter: ValueFormatter,
  words: PageWords,
): readonly Choice[] {
  const named = nameChoices(set, formatter, words).map(({ value, label }) => ({
    value: toFieldValue(value),
    label,
  }));
  return hasAll ? [{ value: '', label: words.all }, ...named] : named;
}

/** Returns the values of a filter as the form has them. */
function toFieldValues(values: readonly string[]): readonly string[] {
  return values.length > 0 ? values.map(toFieldValue) : [''];
}

function renderInput({ kind, parameter, required }: Filter, id: string, value: string): Markup {
  const rules = {
    date: 'type="date" min="0001-01-01" max="9999-12-31"',
    number: 'type="number" step="any"',
    text: `type="text" maxlength="${MAX_FILTER_VALUE}" pattern="${TEXT_PATTERN}"`,
    choice: '',
  }[kind];
  return html`<input
    ${raw(rules)}
    id="${id}"
    name="${toFieldName({ parameter })}"
    value="${value}"
    data-values
    ${required ? raw('required') : ''}
  />`;
}

/** Renders a list of any length in the place of a field. */
function renderDisclosure(filter: Filter, text: string, content: Markup): Markup {
  return html`<div class="filter" data-filter="${toFilterKey(filter)}">
    <span class="filter-label" aria-hidden="true">${filter.label}</span>
    <details>
      <summary><span class="visually-hidden">${filter.label}: </span>${text}</summary>
      <fieldset>
        <legend class="visually-hidden">${filter.label}</legend>
        ${content}
      </fieldset>
    </details>
  </div>`;
}

/** The hidden field says that the form has the filter even if no box is checked. */
function renderBoxes(set: SetFilter, formatter: ValueFormatter, words: PageWords): Markup {
  const { filter, values } = set;
  const name = toFieldName(filter);
  const isSeveral = isList(filter);
  const hasAll = !isSeveral && !filter.required;
  const chosen = toFieldValues(values);
  return html`<div class="choices" data-values>
    ${isSeveral ? renderHidden(name, '') : ''}
    ${toFields(set, hasAll, formatter, words).map(
      ({ value, label }) =>
        html`<label
          ><input
            type="${isSeveral ? 'checkbox' : 'radio'}"
            name="${name}"
            value="${value}"
            ${chosen.includes(value) ? raw(' checked') : ''}
          />
          <span>${label}</span></label
        >`,
    )}
  </div>`;
}
