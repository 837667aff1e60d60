import { expect, oneEvent } from '@open-wc/testing';
import sinon from 'sinon';
import type { DashboardEventMap, EmbeddedDashboardElement } from '../../src/index.ts';
import '../../src/index.ts';
import { FakeHost } from './fake-host.ts';
import { until } from './until.ts';

export const GUID = '6f1c5a0e-1111-4222-8333-444455556666';
export const OTHER_GUID = '6f1c5a0e-1111-4222-8333-444455557777';

/** The time after which a loaded new frame replaces the old one. */
export const SETTLE = 1500;

const EVENTS: (keyof DashboardEventMap)[] = [
  'dashboard-load',
  'dashboard-expiring',
  'dashboard-refreshed',
  'dashboard-expired',
  'dashboard-logout',
  'dashboard-error',
];

/** An element on the page, with its own host and a log of its events. */
export interface DashboardFixture {
  element: EmbeddedDashboardElement;
  host: FakeHost;
  /** The events so far, oldest first. */
  events: Event[];
  /** The names of the events so far, without `dashboard-`. */
  log(): string[];
  /** Waits for the next event of a type. */
  next<Type extends keyof DashboardEventMap>(type: Type): Promise<DashboardEventMap[Type]>;
  /** The element's frames, oldest first. */
  frames(): HTMLIFrameElement[];
}

const present = new Set<Element>();
const loadedFrames = new WeakSet<EventTarget>();
const complaints: unknown[][] = [];

/**
 * The clock of the page. Only the test advances it, so no time limit of the element depends on the speed of the
 * machine. Animation frames and the network stay real.
 */
export let clock: sinon.SinonFakeTimers;

console.error = (...complaint: unknown[]) => complaints.push(complaint);

/** The warnings for developers so far: each appears once per page. */
export const warnings: string[] = [];
console.warn = (message: string) => warnings.push(message);

beforeEach(stopClock);

/** Removes elements and stubs after each test, and restores real time. */
afterEach(() => {
  for (const element of present) element.remove();
  present.clear();
  // The element tears down in a later task, in case it was only moved.
  clock.tick(1);
  clock.restore();
  sinon.restore();
});

afterEach(() => {
  const [complaint] = complaints.splice(0);
  if (complaint) throw new Error(`console.error: ${complaint.join(' ')}`);
});

/** Adds an element to the page. Without `settings`, its host answers successfully. */
export function createDashboard(
  settings: Partial<EmbeddedDashboardElement> = {},
  host = new FakeHost(),
): DashboardFixture {
  const element = document.createElement('embedded-dashboard');
  const events: Event[] = [];
  for (const type of EVENTS) element.addEventListener(type, (event) => events.push(event));
  Object.assign(element, { tokenUrl: host.tokenUrl, dashboardGuid: GUID, ...settings });
  // Listens in the capture phase, because `load` does not bubble.
  element.shadowRoot!.addEventListener('load', ({ target }) => loadedFrames.add(target!), true);
  present.add(element);
  document.body.append(element);
  return {
    element,
    host,
    events,
    log: () => events.map((event) => event.type.replace('dashboard-', '')),
    next: (type) => oneEvent(element, type) as Promise<never>,
    // WebKit's `querySelectorAll` repeats old results after a move to another document and back.
    frames: () => [...element.shadowRoot!.children].filter((child) => child.matches('iframe')),
  };
}

/** Adds an element, and waits until its dashboard is on screen. */
export async function createReadyDashboard(
  settings: Partial<EmbeddedDashboardElement> = {},
  host = new FakeHost(),
): Promise<DashboardFixture> {
  const fixture = createDashboard(settings, host);
  await fixture.next('dashboard-load');
  return fixture;
}

/** The facts that a page in a frame reports about itself. Its `id` is the same until it unloads. */
export interface FrameReport {
  id: number;
  width: number;
  height: number;
}

/** Reports a frame as blocked by a policy, as browsers do. The page itself needs no such policy. */
export function blockFrame(
  blockedURI: string,
  disposition: SecurityPolicyViolationEventDisposition = 'enforce',
): void {
  document.dispatchEvent(
    new SecurityPolicyViolationEvent('securitypolicyviolation', {
      effectiveDirective: 'frame-src',
      violatedDirective: 'frame-src',
      blockedURI,
      documentURI: location.href,
      originalPolicy: '',
      disposition,
      statusCode: 200,
    }),
  );
}

/** Requests a report from the page in a frame. A page that is not painted does not answer. */
export async function askFrame({ contentWindow }: HTMLIFrameElement): Promise<FrameReport> {
  let report: FrameReport | undefined;
  const listener = ({ source, data }: MessageEvent<FrameReport>): void => {
    if (source === contentWindow) report = data;
  };
  window.addEventListener('message', listener);
  await until(() => {
    if (!report) contentWindow!.postMessage('How are you?', '*');
    return report;
  });
  window.removeEventListener('message', listener);
  return report!;
}

/** Defines a test that runs in engines where `holds` is true. The report gives the reason of a skip. */
export function itWhere(holds: boolean, why: string, title: string, test: Mocha.AsyncFunc): void {
  if (holds) it(title, test);
  else it.skip(`${title} (left out: ${why})`, test);
}

/** Sets a new clock. */
export function stopClock(): void {
  clock?.restore();
  clock = sinon.useFakeTimers({
    now: Date.now(),
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
    shouldClearNativeTimers: true,
  });
}

/** Expects that an element has no accessibility problem. The audit needs real timers. */
export async function audit(element: Element): Promise<void> {
  clock.restore();
  await expect(element).to.be.accessible();
}

/** Waits until the frame at an index has loaded, and returns it. */
export async function untilLoaded(
  { frames }: DashboardFixture,
  index: number,
): Promise<HTMLIFrameElement> {
  await until(() => loadedFrames.has(frames()[index]!));
  return frames()[index]!;
}

/** Waits until the frame prepared behind the one on screen has loaded, and returns it. */
export function untilPrepared(fixture: DashboardFixture): Promise<HTMLIFrameElement> {
  return untilLoaded(fixture, 1);
}

/** Waits until the prepared frame has loaded, puts it on screen, and returns it. */
export async function swap(fixture: DashboardFixture): Promise<HTMLIFrameElement> {
  const next = await untilPrepared(fixture);
  clock.tick(SETTLE);
  return next;
}

/** Requests a new token, and waits until its dashboard is on screen. */
export async function reload(fixture: DashboardFixture): Promise<void> {
  const reloaded = fixture.element.reload();
  await swap(fixture);
  await reloaded;
}

/** Makes the page hidden or visible, and fires `visibilitychange`. */
export function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
