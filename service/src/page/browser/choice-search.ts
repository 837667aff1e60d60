import type { Choice } from '../../dashboard/choice-list.ts';
import { FILTER_PREFIX, toFieldValue } from '../../dashboard/filter-value.ts';
import type { FoundPage } from '../found-choices.ts';
import { toQuery } from './form-values.ts';

/** The time without a key press before a search at the server, which answers four in a second. */
const PAUSE_MS = 300;

/** The searches at the server, by their fields. */
const searches = new WeakMap<Element, AbortController>();
/** The last answers of the server, by their fields. */
const answers = new WeakMap<Element, { text: string; found: FoundPage }>();

/**
 * Lets readers search the lists of a form. The search box of a list that they open has the focus. The list of a single
 * choice closes as a `<select>` does: after a click on a choice, or Enter. The arrow keys choose in the open list.
 */
export function watchLists(form: HTMLFormElement): void {
  form.addEventListener('click', ({ target, detail }) => {
    const list = (target as Element).closest('summary')?.parentElement as HTMLDetailsElement | null;
    if (list && !list.open) list.addEventListener('toggle', focusSearch, { once: true });
    // A click by the arrow keys has no count.
    if (detail > 0) closeSingle(target as Element);
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && closeSingle(event.target as Element)) event.preventDefault();
  });
  form.addEventListener('input', ({ target }) => {
    const field = (target as Element).closest('[data-filter]');
    if (field && (target as Element).matches('.search')) searchChoices(field);
  });
}

function focusSearch({ target }: Event): void {
  (target as Element).querySelector<HTMLElement>('.search')?.focus();
}

/** Closes the list of a single choice, and focuses its heading. Returns whether the target is a choice of such a list. */
function closeSingle(target: Element): boolean {
  const choice = target.closest('.choices label');
  if (!choice || toBox(choice).type !== 'radio') return false;
  const list = choice.closest('details')!;
  list.open = false;
  list.querySelector('summary')!.focus();
  return true;
}

/** Hides the choices that the text in the search box of a field does not match. Of a cut list, asks the server for more. */
export function searchChoices(field: Element): void {
  const search = field.querySelector<HTMLInputElement>('.search');
  if (!search) return;
  searches.get(field)?.abort();
  const text = search.value.trim();
  const wanted = toPlain(text);
  for (const choice of findChoices(field)) {
    choice.hidden = !toPlain(choice.textContent).includes(wanted);
  }
  field.querySelector<HTMLElement>('.cut')!.hidden = text !== '';
  const isCut = isCutList(field);
  say(field, isCut ? null : 'none');
  if (isCut && text) void searchWhole(field, text);
  else removeFound(field);
}

/** Returns whether the list of a field is cut: its form does not have all choices. */
export function isCutList(field: Element): boolean {
  return Boolean(field.querySelector('.cut')?.textContent.trim());
}

/**
 * Finds the choice of a cut list that has the text of a mark, and adds it to the list. Returns its value; `undefined` if
 * the list does not have it, or a later search has begun.
 */
export async function findWhole(field: Element, text: string): Promise<string | undefined> {
  const signal = beginSearch(field);
  try {
    const [found] = (await ask(field, { value: text }, signal)).choices;
    return found && addFound(field, found)?.value;
  } catch {
    return undefined;
  }
}

/** Ends the search before this one. */
function beginSearch(field: Element): AbortSignal {
  searches.get(field)?.abort();
  const controller = new AbortController();
  searches.set(field, controller);
  return controller.signal;
}

async function searchWhole(field: Element, text: string): Promise<void> {
  const last = answers.get(field);
  // The list may have been loaded again.
  if (last?.text === text) show(field, last.found);
  const signal = beginSearch(field);
  try {
    await wait(PAUSE_MS);
    const found = await ask(field, { search: text }, signal);
    answers.set(field, { text, found });
    show(field, found);
  } catch {
    if (!signal.aborted) say(field, 'failed');
  }
}

/** Asks the server for choices. Waits for as long as the server wants. */
async function ask(
  field: Element,
  wanted: Record<string, string>,
  signal: AbortSignal,
): Promise<FoundPage> {
  const form = field.closest('form')!;
  const { name } = field.querySelector<HTMLInputElement>(`[name^="${FILTER_PREFIX}"]`)!;
  const asked = { choices: name.slice(FILTER_PREFIX.length), ...wanted };
  for (;;) {
    const address = `?${new URLSearchParams(asked)}&${toQuery(form)}`;
    const response = await fetch(address, { signal });
    if (response.ok) return (await response.json()) as FoundPage;
    if (response.status !== 429) throw new Error('The list cannot be searched.');
    await wait(Number(response.headers.get('Retry-After')) * 1000);
  }
}

/** A search that has ended waits, too: `fetch` then rejects. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Shows the choices that the server has found, next to those of the list. */
function show(field: Element, { choices, isCut }: FoundPage): void {
  removeFound(field);
  const known = mapChoices(field);
  for (const choice of choices) {
    const found = findOrAdd(known, choice);
    if (found) found.hidden = false;
  }
  say(field, isCut ? 'first' : 'none');
}

/** Adds a choice that a list does not show yet. Returns its box; `undefined` if the list has no choice at all. */
function addFound(field: Element, choice: Choice): HTMLInputElement | undefined {
  const known = mapChoices(field);
  const found = findOrAdd(known, choice);
  return found && toBox(found);
}

/** Returns the choices of a list by the values of their boxes. */
function mapChoices(field: Element): Map<string, HTMLElement> {
  return new Map(findChoices(field).map((choice) => [toBox(choice).value, choice]));
}

/** Returns the element of a choice. Adds one that a list does not show yet. */
function findOrAdd(
  known: ReadonlyMap<string, HTMLElement>,
  choice: Choice,
): HTMLElement | undefined {
  return known.get(toFieldValue(choice.value)) ?? addChoice(known, choice);
}

/** Adds a choice that looks as another one of its list. */
function addChoice(
  known: ReadonlyMap<string, HTMLElement>,
  { value, label }: Choice,
): HTMLElement | undefined {
  const [pattern] = known.values();
  if (!pattern) return undefined;
  const choice = pattern.cloneNode(true) as HTMLElement;
  const box = toBox(choice);
  choice.dataset.found = '';
  box.setAttribute('value', toFieldValue(value));
  box.removeAttribute('checked');
  box.checked = false;
  choice.querySelector('span')!.textContent = label;
  pattern.parentElement!.append(choice);
  return choice;
}

/** Removes what an earlier search has found, unless it is chosen. */
function removeFound(field: Element): void {
  for (const choice of findChoices(field)) {
    if (choice.dataset.found !== undefined && !toBox(choice).checked) choice.remove();
  }
}

/** Says the outcome of a search. `none` says something only if the list shows no choice. */
function say(field: Element, outcome: 'none' | 'first' | 'failed' | null): void {
  const status = field.querySelector<HTMLElement>('.found')!;
  const isSilent = outcome === 'none' && findChoices(field).some(({ hidden }) => !hidden);
  status.textContent = outcome && !isSilent ? status.dataset[outcome]! : '';
}

function findChoices(field: Element): HTMLElement[] {
  return [...field.querySelectorAll<HTMLElement>('.choices label')];
}

function toBox(choice: Element): HTMLInputElement {
  return choice.querySelector('input')!;
}

/** Returns a text without accents and capitals. */
function toPlain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
