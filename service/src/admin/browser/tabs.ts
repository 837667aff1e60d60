/** Makes each set of tabs show one panel at a time. Clicks and arrow keys choose it. */
export function enlivenTabs(): void {
  for (const set of document.querySelectorAll('[data-tabs]')) {
    const tabs = [...set.querySelectorAll<HTMLElement>('[role=tab]')];
    const show = (chosen: HTMLElement): void => {
      for (const tab of tabs) select(tab, tab === chosen);
    };
    set.addEventListener('click', ({ target }) => {
      const tab = (target as Element).closest<HTMLElement>('[role=tab]');
      if (tab) show(tab);
    });
    set.addEventListener('keydown', (event) => {
      const next = findNext(tabs, event as KeyboardEvent);
      if (!next) return;
      event.preventDefault();
      show(next);
      next.focus();
    });
    show(tabs[0]!);
  }
}

function select(tab: HTMLElement, chosen: boolean): void {
  tab.setAttribute('aria-selected', String(chosen));
  tab.tabIndex = chosen ? 0 : -1;
  document.getElementById(tab.getAttribute('aria-controls')!)!.hidden = !chosen;
}

/** Returns the tab that a key moves to, see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/. */
function findNext(tabs: HTMLElement[], { key, target }: KeyboardEvent): HTMLElement | undefined {
  const at = tabs.indexOf(target as HTMLElement);
  if (at < 0) return undefined;
  const places: Record<string, number> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at + tabs.length - 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  return Object.hasOwn(places, key) ? tabs[places[key]!] : undefined;
}
