import type { DashboardView } from './session-view.ts';

/**
 * The dashboards as links of the page's navigation. The address's fragment names the chosen one, so
 * that Back, a bookmark and a new tab lead to it.
 */
export class DashboardPicker {
  readonly #nav: HTMLElement;
  #dashboards: readonly DashboardView[] = [];

  /** `onPick` is told the chosen dashboard; `null` where there is none. */
  constructor(nav: HTMLElement, onPick: (dashboard: DashboardView | null) => void) {
    this.#nav = nav;
    addEventListener('hashchange', () => {
      this.#mark();
      onPick(this.chosen);
    });
  }

  /** The dashboard that the address names, else the first one. */
  get chosen(): DashboardView | null {
    const named = this.#dashboards.find((dashboard) => toFragment(dashboard) === location.hash);
    return named ?? this.#dashboards[0] ?? null;
  }

  offer(dashboards: readonly DashboardView[]): void {
    this.#dashboards = dashboards;
    const links = dashboards.map((dashboard) => {
      const link = document.createElement('a');
      link.href = toFragment(dashboard);
      link.textContent = dashboard.title;
      return link;
    });
    this.#nav.replaceChildren(...links);
    this.#mark();
  }

  #mark(): void {
    const { chosen } = this;
    for (const [index, link] of [...this.#nav.children].entries()) {
      const isChosen = this.#dashboards[index] === chosen;
      if (isChosen) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
      // On a narrow screen the links go beyond its edge.
      if (isChosen) link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }
}

function toFragment({ title }: DashboardView): string {
  return `#${title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`;
}
