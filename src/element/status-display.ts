import type { GivenParameters } from '../protocol/dashboard-parameters.ts';
import { isDark } from './color-scheme.ts';
import type { DashboardLife } from './dashboard-life.ts';
import { textsOf } from './reader-texts.ts';
import { StatusPanel, type PanelView } from './status-panel.ts';
import { resolveUrl } from './token-source.ts';

/** The parts of an element that the display of its status uses. */
interface DisplayedElement extends HTMLElement {
  readonly renderRoot: ShadowRoot;
  readonly parameters: GivenParameters | null;
  readonly loginUrl: string | null;
  readonly theme: string | null;
  readonly backgroundColor: string | null;
  reload(): Promise<void>;
}

/** Shows the status of an element: as a custom state for CSS, and on the panel behind the frame. */
export class StatusDisplay {
  readonly #element: DisplayedElement;
  readonly #life: DashboardLife;
  readonly #internals: ElementInternals;
  /** Made after the first token request. */
  #panel: StatusPanel | null = null;

  constructor(element: DisplayedElement, life: DashboardLife) {
    this.#element = element;
    this.#life = life;
    this.#internals = element.attachInternals();
  }

  /** Paints the panel. The first call makes it. */
  paint(): void {
    const { renderRoot, theme, backgroundColor } = this.#element;
    this.#panel ??= new StatusPanel(renderRoot, this.#view, () => {
      this.#element.reload().catch(() => {});
    });
    this.#panel.paint(isDark(theme), backgroundColor);
  }

  /** Shows the current status, and its message if no dashboard is on screen. */
  update(): void {
    const { status } = this.#life;
    const { states } = this.#internals;
    this.#internals.ariaBusy = String(status === 'loading');
    try {
      states.clear();
      states.add(status);
    } catch {
      // Chromium before 125 takes only names that begin with two dashes.
    }
    const isShown = status === 'ready' || status === 'refreshing';
    if (isShown || !this.#element.isConnected) this.#panel?.hide();
    else this.#panel?.show();
  }

  readonly #view = (): PanelView => {
    const { status, error, isLoggedOut } = this.#life;
    const { parameters, loginUrl } = this.#element;
    return {
      status,
      error,
      hasChoice: Object.keys(parameters ?? {}).length > 0,
      mayReload: !isLoggedOut && !/^(forbidden|not-found)$/.test(error?.code ?? ''),
      loginUrl: resolveUrl(loginUrl),
      texts: textsOf(this.#element),
    };
  };
}
