import './worker-stand-in.ts';
import { ReactiveElement } from '@lit/reactive-element';
import type { DashboardError } from '../protocol/dashboard-error.ts';
import { FRAME_DEFAULTS } from '../protocol/frame-defaults.ts';
import { DashboardLife, type DashboardStatus } from './dashboard-life.ts';
import { dress } from './embedded-dashboard.styles.ts';
import { DashboardErrorEvent } from './events.ts';
import { toFrameOptions } from './frame-options.ts';
import { requestLogout } from './logout-request.ts';
import { announceLogout, isEnded, joinChannel, leaveChannel } from './session-channel.ts';
import { StatusPanel } from './status-panel.ts';
import type { HeadersSource } from './token-request.ts';
import { misconfigured, parseTokenSource, resolveUrl, type GetToken } from './token-source.ts';

const DEFAULTS = { ...FRAME_DEFAULTS, loading: 'eager', credentials: 'same-origin' };

/** Colours come in bursts while somebody drags through a colour picker. */
const LOOK_DEBOUNCE_MS = 100;

/** How far below and above the viewport a lazy dashboard begins to load. */
const NEAR = { rootMargin: '300px' };

/**
 * Shows a dashboard of the analytics service inside the page and keeps it alive: asks the page's own
 * backend for a token, shows the dashboard in a frame, and renews both before the token ends.
 *
 * @tag embedded-dashboard
 * @fires {DashboardLoadEvent} dashboard-load
 * @fires {DashboardExpiringEvent} dashboard-expiring
 * @fires {DashboardRefreshedEvent} dashboard-refreshed
 * @fires {DashboardExpiredEvent} dashboard-expired
 * @fires {DashboardLogoutEvent} dashboard-logout
 * @fires {DashboardErrorEvent} dashboard-error
 * @slot loading - Instead of the busy sign, and of the empty backdrop of an idle element.
 * @slot expired - Instead of the message and the button after expiry.
 * @slot logged-out - Instead of the message and the button after the session's end.
 * @slot failed - Instead of the message and the button after a failure.
 * @csspart frame - The dashboard's frame.
 * @csspart backdrop - What lies behind the frame, in the dashboard's own background.
 * @csspart message - What is said while no dashboard is on screen, read out by screen readers.
 * @csspart reload - The button below the message.
 * @cssState idle - The backdrop: not set up yet, or `loading="lazy"` and far away.
 * @cssState loading - The backdrop and a busy sign, until the first dashboard shows.
 * @cssState ready - The dashboard.
 * @cssState refreshing - The dashboard, while a new one is prepared behind it.
 * @cssState expired - A message and a reload button; the dashboard comes back by itself when it can.
 * @cssState logged-out - A message, and a reload button where the session ended by itself.
 * @cssState failed - What went wrong, when the next try comes, and a reload button.
 */
export class EmbeddedDashboardElement extends ReactiveElement {
  static override properties = {
    tokenUrl: { attribute: 'token-url' },
    logoutUrl: { attribute: 'logout-url' },
    baseUrl: { attribute: 'base-url' },
    dashboardGuid: { attribute: 'dashboard-guid' },
    theme: {},
    color: {},
    backgroundColor: { attribute: 'background-color' },
    label: {},
    loading: {},
    credentials: {},
    sandbox: {},
    allow: {},
    referrerPolicy: { attribute: 'referrerpolicy' },
    getToken: { attribute: false },
    headers: { attribute: false },
  } as const;

  /** Address on your server that answers with a token; a relative one resolves against the page. */
  declare tokenUrl: string | null;
  /** Address on your server that ends the session. */
  declare logoutUrl: string | null;
  /**
   * The dashboard service's address, http or https; a path prefix is kept.
   * @default the token answer's `baseUrl`
   */
  declare baseUrl: string | null;
  /** Which dashboard: its GUID. Without it, or without a token source, the element stays idle. */
  declare dashboardGuid: string | null;
  /** `dark`, or `auto` to follow the user's colour scheme live; anything else is the default look. */
  declare theme: 'dark' | 'auto' | (string & {}) | null;
  /** Colour of the dashboard's title: any CSS colour, `var(--x)` too. */
  declare color: string | null;
  /** Background of the dashboard: any CSS colour, `var(--x)` too. */
  declare backgroundColor: string | null;
  /** The frame's accessible name. */
  declare label: string;
  /** `lazy` asks for nothing until the element comes near the viewport. */
  declare loading: 'eager' | 'lazy';
  /** The fetch credentials mode of both host addresses; `include` for a host of another origin. */
  declare credentials: 'same-origin' | 'include' | 'omit';
  /** The frame's sandbox: all that a dashboard needs, but no navigation of the page itself. */
  declare sandbox: string;
  /** The frame's permissions policy. */
  declare allow: string;
  /** The frame's referrer policy. */
  declare referrerPolicy: string;
  /**
   * Gets a token in the page's own way, instead of a fetch of `token-url`: called with
   * `{ dashboardGuid, signal }`, it promises `{ token, expiresIn?, baseUrl? }`, a bare token, or a
   * `Response`.
   */
  declare getToken: GetToken | null;
  /** More headers for both host addresses, or a function that makes them for each request anew. */
  declare headers: HeadersSource;

  override readonly renderRoot = this.createRenderRoot() as ShadowRoot;
  readonly #internals = this.attachInternals();
  readonly #panel = new StatusPanel(this.renderRoot, () => void this.reload().catch(() => {}));
  readonly #life = new DashboardLife(
    this.renderRoot,
    (grant) => toFrameOptions(this, grant, this.#isDark(), (bad) => this.#onBadColor(bad)),
    () => this.#onStatus(),
  );
  readonly #darkScheme = matchMedia('(prefers-color-scheme: dark)');
  readonly #onDarkScheme = (): void => this.requestUpdate();
  /** Only for a lazy element. */
  #viewport: IntersectionObserver | undefined;
  /** The complaints about colours so far. */
  readonly #badColors = new Set<string>();
  #lookTimer: ReturnType<typeof setTimeout> | undefined;
  #isNear = false;

  constructor() {
    super();
    Object.assign(this, DEFAULTS);
    for (const type of ['pointerout', 'fullscreenchange']) {
      this.renderRoot.addEventListener(type, () => this.#life.look());
    }
  }

  /** What is on screen, in one word: each is also a custom state for CSS. */
  get status(): DashboardStatus {
    return this.#life.status;
  }

  /** When the token in use ends; `null` without one. */
  get expiresAt(): Date | null {
    return this.#life.expiresAt;
  }

  /** What the last attempt failed of; `null` once a later one succeeded, or the session ended. */
  get error(): DashboardError | null {
    return this.#life.error;
  }

  /**
   * Gets a new token and frame, from any status; what is on screen stays until they are ready.
   * Resolves at `dashboard-load`; rejects with the `DashboardError` of the first attempt.
   */
  async reload(): Promise<void> {
    const source = parseTokenSource(this);
    if (!source || !this.isConnected) {
      throw misconfigured('Set token-url and dashboard-guid first.');
    }
    this.#isNear = true;
    await this.#life.reload(source);
  }

  /**
   * Ends the session: drops the frames of all elements with the same `logout-url` at once, in the
   * origin's other tabs too, then tells the host. Rejects with `logout-failed` where that fails.
   */
  async logout(): Promise<void> {
    const url = resolveUrl(this.logoutUrl);
    announceLogout(this.#sessionKey, url !== null);
    if (!this.logoutUrl) return;
    const complain = (error: DashboardError): void => this.#complain(error);
    await requestLogout(url, this, complain, () => isEnded(url));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    dress(this.renderRoot);
    this.#onStatus();
    joinChannel(this.#life, () => this.#sessionKey);
    this.#darkScheme.addEventListener('change', this.#onDarkScheme);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move inside the document is a removal and an insertion in one task.
    setTimeout(() => this.isConnected || this.#tearDown());
  }

  protected override willUpdate(): void {
    // Frameworks set undefined for what a template leaves out.
    for (const [name, value] of Object.entries(DEFAULTS)) {
      this[name as 'label'] ??= value;
    }
  }

  protected override updated(): void {
    if (!this.isConnected) return;
    this.#panel.paint(this.#isDark(), this.backgroundColor);
    this.#watchViewport();
    this.#show();
    clearTimeout(this.#lookTimer);
    this.#lookTimer = setTimeout(() => this.#life.showLook(), LOOK_DEBOUNCE_MS);
  }

  /** Equal for elements of one session: what ends it, or else what gives its tokens. */
  get #sessionKey(): unknown {
    return resolveUrl(this.logoutUrl) ?? this.getToken ?? resolveUrl(this.tokenUrl);
  }

  #show(): void {
    try {
      this.#life.show(this.#isNear ? parseTokenSource(this) : null);
    } catch (mistake) {
      this.#life.show(null, mistake as DashboardError);
    }
  }

  #complain(error: DashboardError): void {
    this.dispatchEvent(new DashboardErrorEvent(error));
  }

  /** Each frame finds it anew; it is told of once. */
  #onBadColor(complaint: string): void {
    if (this.#badColors.has(complaint)) return;
    this.#badColors.add(complaint);
    this.#complain(misconfigured(complaint));
  }

  #isDark(): boolean {
    return this.theme === 'dark' || (this.theme === 'auto' && this.#darkScheme.matches);
  }

  #watchViewport(): void {
    this.#isNear ||= this.loading !== 'lazy';
    if (this.#isNear) this.#viewport?.disconnect();
    else (this.#viewport ??= this.#createViewport()).observe(this);
  }

  #createViewport(): IntersectionObserver {
    return new IntersectionObserver((entries) => {
      this.#isNear ||= entries.some((entry) => entry.isIntersecting);
      this.requestUpdate();
    }, NEAR);
  }

  #onStatus(): void {
    const { status, error, isLoggedOut } = this.#life;
    this.#panel.show(status, error, !isLoggedOut);
    const { states } = this.#internals;
    try {
      states.clear();
      states.add(status);
    } catch {
      // Chromium before 125 takes only names that begin with two dashes.
    }
  }

  #tearDown(): void {
    leaveChannel(this.#life);
    this.#darkScheme.removeEventListener('change', this.#onDarkScheme);
    this.#viewport?.disconnect();
    this.#isNear = false;
    clearTimeout(this.#lookTimer);
    this.#life.show(null);
  }
}
