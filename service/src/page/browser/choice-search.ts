/** Lets readers search the lists of a form. */
export function watchLists(form: HTMLFormElement): void {
  form.addEventListener('input', ({ target }) => {
    const field = (target as Element).closest('[data-filter]');
    if (field && (target as Element).matches('.search')) searchChoices(field);
  });
}

/** Hides the choices that the text in the search box of a field does not match. */
export function searchChoices(field: Element): void {
  const search = field.querySelector<HTMLInputElement>('.search');
  if (!search) return;
  const wanted = toPlain(search.value.trim());
  for (const choice of field.querySelectorAll<HTMLElement>('.choices label')) {
    choice.hidden = !toPlain(choice.textContent).includes(wanted);
  }
}

/** Returns a text without accents and capitals. */
function toPlain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
