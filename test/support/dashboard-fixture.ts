import { oneEvent } from '@open-wc/testing';
import sinon from 'sinon';
import type { DashboardEventMap, EmbeddedDashboardElement } from '../../src/index.ts';
import '../../src/index.ts';
import { FakeHost } from './fake-host.ts';

export const GUID = '6f1c5a0e-1111-4222-8333-444455556666';
export const OTHER_GUID = '6f1c5a0e-1111-4222-8333-444455557777';

const EVENTS: (keyof DashboardEventMap)[] = [
  'dashboard-load',
  'dashboard-expiring',
  'dashboard-refreshed',
  'dashboard-expired',
  'dashboard-logout',
  'dashboard-error',
];

/** An element on the page, with a host of its own and a log of its events. */
export interface DashboardFixture {
  element: EmbeddedDashboardElement;
  host: FakeHost;
  /** The events so far, oldest first. */
  events: Event[];
  /** The names of the events so far, without `dashboard-`. */
  log(): string[];
  /** The next event of a kind. */
  next<Type extends keyof DashboardEventMap>(type: Type): Promise<DashboardEventMap[Type]>;
  /** The element's frames, oldest first. */
  frames(): HTMLIFrameElement[];
}

const present = new Set<Element>();
const loadedFrames = new WeakSet<EventTarget>();
const complaints: unknown[][] = [];
/** The fake clock of the test that runs. */
let faked: sinon.SinonFakeTimers | undefined;

console.error = (...complaint: unknown[]) => complaints.push(complaint);

/** The warnings for developers so far: each appears once per page. */
export const warnings: string[] = [];
console.warn = (message: string) => warnings.push(message);

/** Each test leaves a page without elements and stubs, and the real time. */
afterEach(() => {
  for (const element of present) element.remove();
  present.clear();
  // The element tears down in a later task, in case it was only moved.
  faked?.tick(1);
  faked?.restore();
  faked = undefined;
  sinon.restore();
});

afterEach(() => {
  const [complaint] = complaints.splice(0);
  if (complaint) throw new Error(`console.error: ${complaint.join(' ')}`);
});

/** Puts an element on the page; without `settings` it is set up for a host that answers well. */
export function createDashboard(
  settings: Partial<EmbeddedDashboardElement> = {},
  host = new FakeHost(),
): DashboardFixture {
  const element = document.createElement('embedded-dashboard');
  const events: Event[] = [];
  for (const type of EVENTS) element.addEventListener(type, (event) => events.push(event));
  Object.assign(element, { tokenUrl: host.tokenUrl, dashboardGuid: GUID, ...settings });
  // On its way down: a load does not bubble.
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

/** An element whose dashboard is on screen. */
export async function createReadyDashboard(
  settings: Partial<EmbeddedDashboardElement> = {},
  host = new FakeHost(),
): Promise<DashboardFixture> {
  const fixture = createDashboard(settings, host);
  await fixture.next('dashboard-load');
  return fixture;
}

/** What a page in a frame knows of itself; it has the `id` from its load to its end. */
export interface FrameReport {
  id: number;
  width: number;
  height: number;
}

/** Reports a frame that a policy has blocked, as browsers do. The page itself needs no such policy. */
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

/** Asks the page in a frame; one that is not painted does not answer. */
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

/** A test for the engines of which `holds` is true; in the others the report says why it is left out. */
export function itWhere(holds: boolean, why: string, title: string, test: Mocha.AsyncFunc): void {
  if (holds) it(title, test);
  else it.skip(`${title} (left out: ${why})`, test);
}

/** Waits, in real time and by animation frames, so that a fake clock does not matter. */
export async function until(condition: () => unknown, attempts = 1800): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await condition()) return;
    await nextFrame();
  }
  throw new Error(`Waited in vain for: ${condition.toString()}`);
}

/** Real time for answers that are on their way, and for those that must not come. */
export async function aWhile(frames = 12): Promise<void> {
  for (let frame = 0; frame < frames; frame++) await nextFrame();
}

/** Time that stands until a test moves it; animation frames and the network go on as they are. */
export function fakeClock(): sinon.SinonFakeTimers {
  faked = sinon.useFakeTimers({
    now: Date.now(),
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
    shouldClearNativeTimers: true,
  });
  return faked;
}

/** The frame that is prepared behind the one on screen, once it has loaded. */
export async function untilPrepared({ frames }: DashboardFixture): Promise<HTMLIFrameElement> {
  await until(() => loadedFrames.has(frames()[1]!));
  return frames()[1]!;
}

/** Lets the prepared frame load, and take its place. Gives it. */
export async function swap(
  fixture: DashboardFixture,
  clock: sinon.SinonFakeTimers,
): Promise<HTMLIFrameElement> {
  const next = await untilPrepared(fixture);
  clock.tick(1500);
  return next;
}

/** Tells the page that it was left, or is looked at again. */
export function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

export function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
