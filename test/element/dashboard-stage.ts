import { assert } from '@open-wc/testing';
import sinon from 'sinon';
import type { GetToken, TokenGrant } from '../../src/index.ts';
import { GUID } from '../support/dashboard-fixture.ts';
import { clock, setHidden, stopClock } from '../support/test-page.ts';
import { nextTask, until } from '../support/until.ts';
import { RuledDashboard } from './dashboard-rules.ts';
import type { FakeHost } from '../support/fake-host.ts';

/** The kinds of answers that the host of a stage gives. */
export const MOODS = [
  'good',
  'short-lived',
  'slow',
  'stuck-frame',
  'silent',
  'unreachable',
  'busy',
  'later',
  'missing',
  'forbidden',
  'signed-out',
  'nonsense',
] as const;

const STATUS_OF = new Map<string, number>([
  ['busy', 503],
  ['later', 429],
  ['missing', 404],
  ['forbidden', 403],
  ['signed-out', 401],
]);
/** The modulus of the Lehmer random number generator. */
const PRIME = 2_147_483_647;
const LIFE_MS = 7_200_000;
const SECOND_MS = 1000;
/** The minimum pause after a request, and after a request that brought a token. */
const RETRY_MS = 500;
const PAUSE_MS = 30_000;
/** After this number of tokens per sequence, the host issues no more short-lived ones. */
const MOST_TOKENS = 8;
/** The maximum number of timers: one for the page, and one per token request. */
const MOST_TIMERS = 3;

/**
 * Two dashboards on a page with a fake clock, and a host with moods. Checks the rules after everything
 * that happens.
 */
export class DashboardStage {
  mood: (typeof MOODS)[number] = 'good';
  readonly dashboards = [0, 1].map(
    (index) =>
      new RuledDashboard(
        (token) => this.#at < this.#endOf.get(token)!,
        (line) => this.#note(`${index}: ${line}`),
      ),
  );
  /** Two `getToken` functions for the same host. */
  readonly ways: readonly GetToken[] = [0, 1].map(
    (way) => (request) => this.#answer(`${way} ${request.dashboardGuid}`),
  );
  readonly #host: FakeHost;
  readonly #log: string[] = [];
  readonly #broken: string[] = [];
  /** The listeners of the window, the document and media queries, by type. */
  readonly #listeners = new Map<string, Set<unknown>>();
  readonly #channels = new Set<BroadcastChannel>();
  readonly #restore: () => void;
  /** The time at which each token really ends. */
  readonly #endOf = new Map<string, number>();
  /** The times of the last request and the last successful answer since the last user action. */
  readonly #askedAt = new Map<string, number>();
  readonly #answeredAt = new Map<string, number>();
  readonly #logouts = new Set<Promise<void>>();
  /** The total time that the machine has slept. */
  #sleptMs = 0;
  #ownTimers = 0;
  #tokens = 0;

  /** @param seed - The seed of the random numbers: a positive number. */
  constructor(host: FakeHost, seed: number) {
    let chance = seed;
    sinon.stub(Math, 'random').callsFake(() => (chance = (chance * 16_807) % PRIME) / PRIME);
    this.#host = host;
    this.#restore = this.#watchPage();
    for (const index of this.dashboards.keys()) {
      this.setUp(index);
      this.connect(index);
    }
  }

  /** Sets an element up as at the start. */
  setUp(index: number): void {
    const { logoutUrl } = this.#host;
    const settings = { dashboardGuid: GUID, getToken: this.ways[0], baseUrl: location.origin };
    Object.assign(this.dashboards[index]!.element, { ...settings, logoutUrl });
  }

  /** True if at least one dashboard has a `refreshEvery`. */
  get isRefreshed(): boolean {
    return this.dashboards.some(({ element }) => element.refreshEvery);
  }

  connect(index: number): void {
    document.body.append(this.dashboards[index]!.element);
  }

  logout(index: number): void {
    const logout = this.dashboards[index]!.element.logout();
    this.#logouts.add(logout);
    void logout.then(() => this.#logouts.delete(logout));
    this.#noteLogout();
  }

  /** Sends the message of another tab that has signed out. */
  async logoutElsewhere(): Promise<void> {
    const [sender, receiver] = [0, 1].map(() => new BroadcastChannel('embedded-dashboard'));
    await new Promise((resolve) => {
      receiver!.addEventListener('message', resolve);
      sender!.postMessage(new URL(this.#host.logoutUrl, location.href).href);
    });
    sender!.close();
    receiver!.close();
    this.#noteLogout();
  }

  /** Advances the clock timer by timer, and settles after each timer. */
  async pass(ms: number): Promise<void> {
    let isOver = false;
    // The message counts down the seconds to the next attempt, with a timer for each.
    const mostTimers = 1000 + (2 * ms) / SECOND_MS;
    await this.settle();
    this.#later(ms, () => (isOver = true));
    for (let timer = 0; !isOver; timer++) {
      if (timer > mostTimers) this.#fail('Time does not pass.');
      clock.next();
      await this.settle();
    }
  }

  /** Simulates a sleep that only the wall clock counts. The machine wakes with an event. */
  sleep(ms: number, wake: string): void {
    this.#sleptMs += ms;
    this.setClock(ms);
    this.tell(wake);
  }

  /** Changes the wall clock, and fires an event at which the page reads it. */
  setClock(ms: number): void {
    clock.setSystemTime(Date.now() + ms);
    this.tell('blur');
  }

  tell(type: string): void {
    const isOfDocument = type === 'visibilitychange' || type === 'resume';
    (isOfDocument ? document : window).dispatchEvent(new Event(type, { bubbles: true }));
  }

  /** Notes a user action. Since the last one, only time had passed. */
  act(step: object): void {
    this.#note(JSON.stringify(step));
    this.#askedAt.clear();
    this.#answeredAt.clear();
  }

  /** Waits until all work that needs no time is done, and checks the rules. */
  async settle(): Promise<void> {
    try {
      await this.#turn();
      if (!(await this.#turn())) await until(() => this.#turn());
      for (const dashboard of this.dashboards) dashboard.check();
      assert.deepEqual(this.#broken, []);
      assert.isAtMost(clock.countTimers() - this.#ownTimers, MOST_TIMERS, 'timers');
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  /** Runs the work of one task. Returns whether no frame and no logout is pending. */
  async #turn(): Promise<boolean> {
    clock.tick(0);
    await nextTask();
    return !this.#isBusy;
  }

  /** Repairs the host. Waiting elements must get a dashboard, and the others after `reload()`. */
  async recover(): Promise<void> {
    this.act({ do: 'recover' });
    this.mood = 'good';
    setHidden(false);
    for (const [index, dashboard] of this.dashboards.entries()) {
      const { element } = dashboard;
      dashboard.rest();
      this.setUp(index);
      if (!element.isConnected) this.connect(index);
      element.blur();
    }
    await this.pass(31_000);
    this.tell('online');
    // The longest `Retry-After` that elements honor.
    await this.pass(302_000);
    const lost = this.dashboards.filter(({ element }) => element.status !== 'ready');
    for (const { element, isLoggedOut } of lost) {
      const { error, status } = element;
      const isGivenUp = error && !error.retryable && error.code !== 'forbidden';
      if (!isLoggedOut && !isGivenUp) this.#fail(`Still ${status}.`);
    }
    for (const { element } of lost) {
      this.act({ do: 'reload' });
      void element.reload().catch(() => {});
    }
    await this.pass(3000);
    for (const { element } of this.dashboards) {
      if (element.status !== 'ready') this.#fail(`After a reload still ${element.status}.`);
    }
  }

  /** Removes both elements, and checks that nothing is left. */
  async end(): Promise<void> {
    for (const { element } of this.dashboards) element.remove();
    await this.pass(1);
    const left = [...this.#listeners].filter(([, { size }]) => size > 0).map(([type]) => type);
    const timers = clock.countTimers() - this.#ownTimers;
    if (timers) this.#fail(`${timers} timers left.`);
    if (left.length) this.#fail(`Listeners left for ${left.join()}.`);
    if (this.#channels.size) this.#fail('A channel is still open.');
  }

  /** Restores the page for the next test, even after a failure. */
  close(): void {
    for (const { element } of this.dashboards) element.remove();
    clock.tick(1);
    this.#restore();
    sinon.restore();
    stopClock();
    setHidden(false);
  }

  get #at(): number {
    return performance.now() + this.#sleptMs;
  }

  get #isBusy(): boolean {
    return this.#logouts.size > 0 || this.dashboards.some(({ isLoading }) => isLoading);
  }

  /** The earliest time of the next request without a user action. */
  #askAt(key: string): number {
    const [askedAt, answeredAt] = [this.#askedAt, this.#answeredAt].map(
      (at) => at.get(key) ?? -Infinity,
    );
    return Math.max(askedAt! + RETRY_MS, answeredAt! + PAUSE_MS);
  }

  async #answer(key: string): Promise<TokenGrant | string | Response> {
    const { mood } = this;
    const at = this.#at;
    this.#note(`asked: ${mood}`);
    // The limit applies to both dashboards: equal elements share a request, whatever their earlier settings.
    const earlyMs = this.#askAt(key) - at;
    if (earlyMs > 0) this.#broken.push(`asked ${earlyMs} ms too soon with ${key}`);
    this.#askedAt.set(key, at);
    const status = STATUS_OF.get(mood);
    if (status) return new Response(null, { status, headers: { 'Retry-After': '100' } });
    if (mood === 'unreachable') throw new TypeError('unreachable');
    if (mood === 'silent') return new Promise(() => {});
    if (mood === 'nonsense') return '../nonsense';
    const expiresIn = mood === 'short-lived' ? 20 : undefined;
    // There were enough short-lived tokens, and each one loads a frame.
    if (expiresIn && this.#tokens > MOST_TOKENS) this.mood = 'good';
    const token = `${mood === 'stuck-frame' ? 'hang' : 'token'}-${++this.#tokens}-0000`;
    this.#answeredAt.set(key, at);
    this.#endOf.set(token, at + (expiresIn ? 1000 * expiresIn : LIFE_MS));
    if (mood === 'slow') await new Promise<void>((resolve) => this.#later(5000, resolve));
    return { token, expiresIn };
  }

  #later(ms: number, run: () => void): void {
    this.#ownTimers++;
    setTimeout(() => {
      this.#ownTimers--;
      run();
    }, ms);
  }

  /** Notes which elements are signed out. An element whose session had already ended gets no event. */
  #noteLogout(): void {
    for (const dashboard of this.dashboards) {
      dashboard.isLoggedOut ||= dashboard.element.status === 'logged-out';
    }
  }

  #note(line: string): void {
    this.#log.push(`${Math.round(this.#at / 1000)} s ${line}`);
  }

  #fail(message: string): never {
    const error = new Error(`${message}\n${this.#log.slice(-40).join('\n')}`);
    // fast-check reports the stack, which contains the message in Chromium only.
    if (!error.stack!.includes(message)) error.stack = `${error.message}\n${error.stack}`;
    throw error;
  }

  /** Records open channels, and listeners of the window, the document and media queries. */
  #watchPage(): () => void {
    const listeners = this.#listeners;
    const channels = this.#channels;
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    const Channel = window.BroadcastChannel;
    const listenersOf = (type: string): Set<unknown> =>
      listeners.get(type) ?? listeners.set(type, new Set()).get(type)!;
    const isFar = (target: unknown): boolean =>
      target === window || target === document || target instanceof MediaQueryList;
    EventTarget.prototype.addEventListener = function add(this: EventTarget, ...listening) {
      if (isFar(this)) listenersOf(listening[0]).add(listening[1]);
      addEventListener.apply(this, listening);
    };
    EventTarget.prototype.removeEventListener = function remove(this: EventTarget, ...listening) {
      if (isFar(this)) listenersOf(listening[0]).delete(listening[1]);
      removeEventListener.apply(this, listening);
    };
    window.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        channels.add(this);
      }

      override close(): void {
        channels.delete(this);
        super.close();
      }
    };
    return () => {
      Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
      window.BroadcastChannel = Channel;
    };
  }
}
