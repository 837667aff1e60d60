/** Closes lists as menus: by Escape, and by a click or the focus outside. `lists` selects their `<details>`. */
export function closeAsMenus(lists: string): void {
  document.addEventListener('keydown', (event) => {
    const list = (event.target as Element).closest(`:is(${lists})[open]`);
    if (event.key !== 'Escape' || !list) return;
    event.preventDefault();
    list.removeAttribute('open');
    list.querySelector('summary')!.focus();
  });
  const closeOthers = ({ target }: Event): void => {
    for (const list of document.querySelectorAll(`:is(${lists})[open]`)) {
      if (!list.contains(target as Node)) list.removeAttribute('open');
    }
  };
  document.addEventListener('click', closeOthers);
  document.addEventListener('focusin', closeOthers);
}
