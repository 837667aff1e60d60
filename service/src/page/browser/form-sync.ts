import { searchChoices } from './choice-search.ts';

/**
 * Gives a form the filters of another one, which the server has made with the same fields. Fields that are equal stay as
 * they are. The focus stays in its field, and so does a text that the reader is writing.
 */
export function syncForm(form: HTMLFormElement, next: HTMLFormElement): void {
  for (const field of form.querySelectorAll(HIDDEN)) field.remove();
  form.prepend(...next.querySelectorAll(HIDDEN));
  for (const field of next.querySelectorAll<HTMLElement>('[data-filter]')) {
    const own = form.querySelector(`[data-filter="${field.dataset.filter}"]`);
    if (own) syncField(own, field);
  }
}

/** The values that the form was made with, and the display options. */
const HIDDEN = ':scope > [type=hidden]';
const VALUES = '[data-values]';

function syncField(field: Element, next: Element): void {
  const own = field.querySelector(VALUES);
  const values = next.querySelector(VALUES);
  const { activeElement } = document;
  if (own instanceof HTMLInputElement && own.tagName === values?.tagName) {
    if (own !== activeElement) own.value = (values as HTMLInputElement).value;
    return;
  }
  const isSearched = field.querySelector('.search') !== null;
  const isSameKind =
    own &&
    own.tagName === values?.tagName &&
    isSearched === (next.querySelector('.search') !== null);
  if (isSameKind) markChosen(own);
  const summary = field.querySelector('summary');
  summary?.replaceChildren(...(next.querySelector('summary')?.cloneNode(true).childNodes ?? []));
  field
    .querySelector('.cut')
    ?.replaceChildren(...(next.querySelector('.cut')?.cloneNode(true).childNodes ?? []));
  if (isSameKind && own.isEqualNode(values)) return searchChoices(field);
  const hasFocus = (own ?? field).contains(activeElement);
  if (isSameKind) own.replaceWith(values);
  else field.replaceWith(next);
  const now = isSameKind ? field : next;
  searchChoices(now);
  if (hasFocus) findSame(now, activeElement)?.focus();
}

/** Writes what is chosen into the attributes, where the server writes it. */
function markChosen(values: Element): void {
  for (const option of values.querySelectorAll('option')) {
    option.toggleAttribute('selected', option.selected);
  }
  for (const box of values.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]')) {
    box.toggleAttribute('checked', box.checked);
    box.parentElement!.hidden = false;
  }
}

/** Returns the element of a new field that gets the focus: the same choice, or the field itself. */
function findSame(field: Element, focused: Element | null): HTMLElement | undefined {
  const all = [...field.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, summary')];
  const value = focused?.getAttribute('value');
  return all.find((each) => value !== null && each.getAttribute('value') === value) ?? all[0];
}
