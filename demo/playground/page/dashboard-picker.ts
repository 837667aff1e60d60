import type { DashboardView } from '../host/session-view.ts';
import type { SettingsForm } from './settings-form.ts';

const NAME = 'dashboard-guid';

/** The dashboards as links: each shows the same settings with another dashboard. */
export class DashboardPicker {
  readonly #nav: HTMLElement;
  readonly #settings: SettingsForm;
  #dashboards: readonly DashboardView[] = [];

  constructor(nav: HTMLElement, settings: SettingsForm) {
    this.#nav = nav;
    this.#settings = settings;
    nav.addEventListener('click', (event) => {
      const guid = (event.target as Element).closest('a')?.dataset['guid'];
      if (!guid || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      settings.visit({ [NAME]: guid });
    });
  }

  /** `dashboards` are those that the user may be offered; without it the ones from before. */
  update(dashboards = this.#dashboards): void {
    if (dashboards !== this.#dashboards) {
      this.#nav.replaceChildren(...dashboards.map(toLink));
      this.#dashboards = dashboards;
    }
    const chosen = this.#settings.values[NAME]?.toLowerCase();
    for (const link of this.#nav.querySelectorAll('a')) {
      const guid = link.dataset['guid']!;
      link.href = this.#settings.link({ [NAME]: guid });
      if (guid !== chosen) {
        link.removeAttribute('aria-current');
        continue;
      }
      link.setAttribute('aria-current', 'page');
      document.title = `${link.firstChild!.textContent} · embedded-dashboard playground`;
      // On a narrow screen the links go beyond its edge.
      this.#nav.scrollLeft = link.offsetLeft - this.#nav.offsetLeft - 48;
    }
  }
}

function toLink({ guid, title, isOpen }: DashboardView): HTMLAnchorElement {
  const link = document.createElement('a');
  const note = document.createElement('small');
  link.dataset['guid'] = guid;
  link.textContent = title;
  note.textContent = 'not for this user';
  if (!isOpen) link.append(' ', note);
  return link;
}
