import './worker-stand-in.ts';
import { ReactiveElement } from '@lit/reactive-element';
import { addTexts, type DashboardTexts } from '../locales/dashboard-texts.ts';
import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { GivenFilters } from '../protocol/dashboard-filters.ts';
import { parseJson, type GivenParameters } from '../protocol/dashboard-parameters.ts';
import { FRAME_DEFAULTS } from '../protocol/frame-defaults.ts';
import { DashboardLife } from './dashboard-life.ts';
import { warnLater } from './developer-warnings.ts';
import { dress } from './embedded-dashboard.styles.ts';
import { misconfigured } from './failure.ts';
import type { HeadersSource } from './host-request.ts';
import { logOut } from './logout.ts';
import { joinPage, leavePage, listenToTabs } from './page-members.ts';
import { checkSettings } from './setting-checks.ts';
import { StatusDisplay } from './status-display.ts';
import type { DashboardStatus } from './status.ts';
import { parseTokenSource, resolveUrl, type GetToken } from './token-source.ts';
import { enterViewport, isNear, leaveViewport } from './viewport.ts';

const DEFAULTS = {
  ...FRAME_DEFAULTS,
  loading: 'eager',
  credentials: 'same-origin',
};

/**
 * Shows a dashboard of the analytics service on the page and keeps it alive: requests a token from the
 * page's own backend, shows the dashboard in a frame, and renews both before the token expires.
 *
 * @tag embedded-dashboard
 * @fires {DashboardLoadEvent} dashboard-load
 * @fires {DashboardExpiringEvent} dashboard-expiring
 * @fires {DashboardRefreshedEvent} dashboard-refreshed
 * @fires {DashboardExpiredEvent} dashboard-expired
 * @fires {DashboardLogoutEvent} dashboard-logout
 * @fires {DashboardErrorEvent} dashboard-error
 * @fires {DashboardSelectEvent} dashboard-select
 * @slot loading - Replaces the busy indicator, and the empty backdrop of an idle element.
 * @slot expired - Replaces the message and the button after expiry.
 * @slot logged-out - Replaces the message and the button after the session's end.
 * @slot failed - Replaces the message and the button after a failure.
 * @csspart frame - The dashboard's frame.
 * @csspart backdrop - The area behind the frame, in the dashboard's own background.
 * @csspart message - The message while no dashboard is on screen, read out by screen readers.
 * @csspart reload - The button below the message.
 * @csspart login - The link to the sign-in page, below the message.
 * @cssState idle - The backdrop: the element is not configured yet, or it has `loading="lazy"` and is far
 *   from the viewport.
 * @cssState loading - The backdrop and a busy indicator, until the first dashboard shows.
 * @cssState ready - The dashboard.
 * @cssState refreshing - The dashboard, while a new one is prepared behind it.
 * @cssState expired - A message and a button; the dashboard comes back automatically when it can.
 * @cssState logged-out - A message, and the link of `login-url`, or a button if the session ended without `logout()`.
 * @cssState failed - A message, the time until the next attempt, and a button.
 */
export class EmbeddedDashboardElement extends ReactiveElement {
  static override properties = {
    tokenUrl: { attribute: 'token-url' },
    logoutUrl: { attribute: 'logout-url' },
    loginUrl: { attribute: 'login-url' },
    baseUrl: { attribute: 'base-url' },
    dashboardGuid: { attribute: 'dashboard-guid' },
    parameters: { converter: { fromAttribute: parseJson } },
    filters: { converter: { fromAttribute: parseJson } },
    refreshEvery: { attribute: 'refresh-every', type: Number },
    theme: {},
    color: {},
    backgroundColor: { attribute: 'background-color' },
    label: {},
    loading: {},
    sizing: {},
    credentials: {},
    sandbox: {},
    allow: {},
    referrerPolicy: { attribute: 'referrerpolicy' },
    getToken: { attribute: false },
    headers: { attribute: false },
  } as const;

  /** The address on your server that answers with a token. A relative address resolves against the page. */
  declare tokenUrl: string | null;
  /** The address on your server that ends the session. */
  declare logoutUrl: string | null;
  /** The page where readers sign in. While they are signed out, the element links to it. */
  declare loginUrl: string | null;
  /**
   * The dashboard service's address, http or https. A path prefix is kept.
   * @default the token answer's `baseUrl`
   */
  declare baseUrl: string | null;
  /** The GUID of the dashboard. Without it, or without a token source, the element stays idle. */
  declare dashboardGuid: string | null;
  /**
   * The reader's choice on the page, such as `{ "Region": "North" }`: at most 16 names with texts, numbers or
   * booleans. The element sends it to your server, which decides what the reader may see.
   */
  declare parameters: GivenParameters | null;
  /**
   * The reader's first choice in the dashboard's own filters, such as `{ "Region": ["North", "South"] }`. The reader can
   * change it. It is part of the frame's address: nothing secret belongs there.
   */
  declare filters: GivenFilters | null;
  /**
   * The interval in seconds after which the data are loaded again: 30 or more. Without it, the data are as
   * old as the token.
   */
  declare refreshEvery: number | null;
  /** `dark`, or `auto` to follow the user's color scheme live. Any other value is the default appearance. */
  declare theme: 'dark' | 'auto' | (string & {}) | null;
  /** The color of the dashboard's title: any CSS color, including `var(--x)`. */
  declare color: string | null;
  /** The background of the dashboard: any CSS color, including `var(--x)`. */
  declare backgroundColor: string | null;
  /**
   * The dashboard's accessible name.
   * @default the word for "Dashboard" in the element's language
   */
  declare label: string | null;
  /** `lazy` requests nothing until the element is near the viewport. */
  declare loading: 'eager' | 'lazy';
  /**
   * `content`: the automatic height follows the dashboard's content, if the dashboard reports its height. Needs
   * `embedded-dashboard/frame`. A change counts from the next frame on.
   */
  declare sizing: 'content' | (string & {}) | null;
  /** The fetch credentials mode of both host addresses. Use `include` for a host of another origin. */
  declare credentials: 'same-origin' | 'include' | 'omit';
  /** The frame's sandbox. The default allows everything that a dashboard needs, but not navigating the page itself. */
  declare sandbox: string;
  /** The frame's permissions policy: the features of the browser that the dashboard may use. */
  declare allow: string;
  /** The frame's referrer policy: how much of the page's address the dashboard service learns. */
  declare referrerPolicy: string;
  /**
   * Requests a token in your own way, instead of a fetch of `token-url`. It gets `{ dashboardGuid,
   * parameters, signal }`, and resolves to `{ token, expiresIn?, baseUrl? }`, a bare token, or a `Response`.
   */
  declare getToken: GetToken | null;
  /** Additional headers for both host addresses, or a function that returns them for each request. */
  declare headers: HeadersSource;

  // Made here, not at the first connection: a page may use `shadowRoot`, or sign out, before that.
  override readonly renderRoot = this.createRenderRoot() as ShadowRoot;
  readonly #life = new DashboardLife(this, () => this.#display.update());
  readonly #display = new StatusDisplay(this, this.#life);

  constructor() {
    super();
    Object.assign(this, DEFAULTS);
  }

  /**
   * Replaces texts of one language that readers see, for all elements of the page. `lang` is a language tag
   * such as `de`. Missing texts are English.
   */
  static addTexts(lang: string, texts: Partial<DashboardTexts>): void {
    addTexts(lang, texts);
  }

  /** The current screen in one word. Each status is also a custom state for CSS. */
  get status(): DashboardStatus {
    return this.#life.status;
  }

  /** The time at which the token in use expires; `null` without a token. */
  get expiresAt(): Date | null {
    return this.#life.expiresAt;
  }

  /** The error of the last attempt; `null` after a success, and if the session has ended. */
  get error(): DashboardError | null {
    return this.#life.error;
  }

  /**
   * Requests a new token and frame, from any status. The dashboard on screen stays until they are ready.
   * Resolves at `dashboard-load`. Rejects with the `DashboardError` of the first attempt if that fails, and with `config` if
   * the element is removed before.
   */
  async reload(): Promise<void> {
    const source = parseTokenSource(this);
    if (!source || !this.isConnected) {
      throw misconfigured('Set token-url and dashboard-guid first.');
    }
    enterViewport(this);
    await this.#life.reload(source);
  }

  /**
   * Ends the session. It first removes the frames of all elements with the same `logout-url`, also in the
   * origin's other tabs. Then it sends the logout to the host. Rejects with `logout-failed` if that fails. Without
   * `logout-url` it sends nothing, and the tokens stay valid until they expire.
   */
  async logout(): Promise<void> {
    const url = this.logoutUrl ? resolveUrl(this.logoutUrl) : undefined;
    await logOut(this.#life, url, this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The page may read the element's size in the same task.
    dress(this.renderRoot);
    joinPage(this.#life);
    warnLater(this);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Moving the element within the document is a removal and an insertion in one task.
    setTimeout(() => this.isConnected || this.#tearDown());
  }

  protected override willUpdate(): void {
    // Frameworks set `undefined` for an attribute that a template leaves out.
    for (const [name, value] of Object.entries(DEFAULTS)) {
      this[name as 'label'] ??= value;
    }
  }

  /** Requests the token first: everything else can wait until the request has left. */
  protected override updated(): void {
    if (!this.isConnected) return;
    this.#show();
    listenToTabs();
    this.#display.paint();
    this.#display.update();
    checkSettings(this, this.#life);
    this.#life.embedding?.restyle();
  }

  #show(): void {
    try {
      this.#life.show(isNear(this) ? parseTokenSource(this) : null);
    } catch (error) {
      this.#life.refuse(error as DashboardError);
    }
  }

  #tearDown(): void {
    leavePage(this.#life);
    leaveViewport(this);
    this.#life.show(null);
  }
}
