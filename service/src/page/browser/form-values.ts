import {
  EMPTY_MARK,
  EMPTY_PREFIX,
  FILTER_PREFIX,
  isChoiceField,
} from '../../dashboard/filter-value.ts';

/** Returns all fields of a form. */
export function toFields(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '',
  ]);
}

/** Returns the values of the filters as a query. */
export function toQuery(form: HTMLFormElement): string {
  const fields = toFields(form).filter(([name]) => name.startsWith(FILTER_PREFIX));
  const chosen = fields.map(([name, value]) =>
    value === EMPTY_MARK ? [EMPTY_PREFIX + name.slice(FILTER_PREFIX.length), '1'] : [name, value],
  );
  return `${new URLSearchParams(chosen)}`;
}

/** Returns the values of a filter in a query, as the form has them. An empty field and none are the same. */
export function findValues(query: URLSearchParams, parameter: string): string[] {
  const filled = query.getAll(FILTER_PREFIX + parameter).filter((value) => value !== '');
  return query.has(EMPTY_PREFIX + parameter) ? [...filled, EMPTY_MARK] : filled;
}

/** The chosen values by the names of their filters. */
export type ChosenValues = Record<string, string[]>;

/** Returns the chosen values in a query. */
export function toChosenValues(query: string): ChosenValues {
  // A filter may have the name of a member of all objects.
  const chosen = Object.create(null) as ChosenValues;
  for (const [name, value] of new URLSearchParams(query)) {
    const isEmpty = name.startsWith(EMPTY_PREFIX);
    const parameter = name.slice((isEmpty ? EMPTY_PREFIX : FILTER_PREFIX).length);
    if (value) (chosen[parameter] ??= []).push(isEmpty ? '' : value);
  }
  return chosen;
}

/** Returns a query of the page with other values of the filters. */
function withChoices(search: string, query: string): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => !isChoiceField(name));
  return `?${new URLSearchParams(others)}&${query}`;
}

/** Gives the links to pages and files other values of the filters. */
export function linkChoices(root: ParentNode, query: string): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('.tile-menu a, .back, .zip')) {
    link.href = withChoices(link.search, query);
  }
}

/** Returns whether the reader is writing the year of a date: each digit makes a valid date. */
export function isUnfinished(target: EventTarget | null): boolean {
  const { type, value } = target as HTMLInputElement;
  return type === 'date' && value !== '' && value < '1000' && target === document.activeElement;
}

/** Returns the words for the filters whose values differ in two queries: those of both dates for a range. */
export function toLabel(
  form: HTMLFormElement,
  ...queries: [before: string, after: string]
): string {
  const [before, after] = queries.map((query) => new URLSearchParams(query));
  const isChanged = (field: Element): boolean => {
    const name = field.querySelector(`[name^="${FILTER_PREFIX}"]`)?.getAttribute('name') ?? '';
    const parameter = name.slice(FILTER_PREFIX.length);
    return findValues(before!, parameter).join() !== findValues(after!, parameter).join();
  };
  const all = [...form.querySelectorAll('[data-filter]')];
  const changed = all.filter(isChanged).map((field) => field.closest('.range') ?? field);
  const shown = all.filter((field) => changed.some((each) => each.contains(field)));
  return shown.map(toFieldText).join(', ').slice(0, 200);
}

function toFieldText(field: Element): string {
  const texts = [...field.querySelectorAll('option:checked, input:checked + span')];
  const input = field.querySelector<HTMLInputElement>('input[data-values]');
  const values = texts.length > 0 ? texts.map((each) => each.textContent.trim()) : [input!.value];
  return `${field.firstElementChild!.textContent}: ${values.join(', ')}`;
}
