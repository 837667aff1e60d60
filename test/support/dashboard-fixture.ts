import { oneEvent } from '@open-wc/testing';
import type { DashboardEventMap, EmbeddedDashboardElement } from '../../src/index.ts';
import '../../src/index.ts';
import { type Answer, FakeHost } from './fake-host.ts';
import { addElement, clock } from './test-page.ts';
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

const loadedFrames = new WeakSet<EventTarget>();

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
  addElement(element);
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

/** Adds an element whose host first gives these answers. */
export async function createAnswered(
  answers: Answer[],
  settings: Partial<EmbeddedDashboardElement> = {},
): Promise<DashboardFixture> {
  const host = new FakeHost();
  await host.answer(...answers);
  return createDashboard(settings, host);
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
