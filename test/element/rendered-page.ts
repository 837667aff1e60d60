import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { oneEvent } from '@open-wc/testing';
import sinon from 'sinon';
import { SETTLE } from '../support/dashboard-fixture.ts';
import { until } from '../support/until.ts';

/** A page with dashboards that its server rendered. */
export interface RenderedPage extends Window {
  performance: Performance;
  elements: EmbeddedDashboardElement[];
  /** The first element. */
  element: EmbeddedDashboardElement;
  /** The server-rendered frames, one for each element. */
  rendered: HTMLIFrameElement[];
  events: string[];
  isLate?: boolean;
}

/** The settings of a rendered page. */
export interface PageSettings {
  /** The options of each tag. Default: one tag without options. */
  tags?: Record<string, unknown>[];
  /** Renders the first tag before the others, which then get another token. */
  isInTurn?: boolean;
  /** Runs in the page before the element is defined. */
  script?: string;
  /** Default: `private, no-store`, which hosts must send. */
  cacheControl?: string;
}

/** The time after which changed display options take effect. */
export const RESTYLE = 100;

export let frame: HTMLIFrameElement;
export let address: string;
/** The clock of the page in the frame. */
export let clock: sinon.SinonFakeTimers;
const loadedFrames = new WeakSet<EventTarget>();

/** Stops the clock of a page. A rendered page calls it before its element is defined. */
function stopClock(page: RenderedPage): void {
  const { elements, performance } = page;
  const ageMs = performance.now();
  const bornAt = performance.timeOrigin;
  const toFake: ('Date' | 'setTimeout' | 'clearTimeout')[] = ['Date', 'setTimeout', 'clearTimeout'];
  // The types of Sinon lack `global`.
  const config = { global: page, now: bornAt + ageMs, toFake };
  clock = sinon.useFakeTimers(config);
  performance.now = () => clock.now - bornAt;
  for (const { shadowRoot } of elements) {
    // Listens in the capture phase, because `load` does not bubble.
    shadowRoot!.addEventListener('load', ({ target }) => loadedFrames.add(target!), true);
  }
}

Object.assign(window, { stopClock });

/** Gives each test of a file a frame and a host of its own. */
export function renewFrameAroundTests(): void {
  beforeEach(() => {
    frame = document.createElement('iframe');
    frame.width = frame.height = '400';
    address = `/rendered/${crypto.randomUUID()}`;
  });
  afterEach(() => frame.remove());
}

/** Opens a page with rendered dashboards in a frame. */
export async function openPage(settings: PageSettings = {}): Promise<RenderedPage> {
  const query = JSON.stringify({ form: window.elementForm, ...settings });
  frame.src = `${address}/page?${encodeURIComponent(query)}`;
  const loaded = nextLoad();
  document.body.append(frame);
  await loaded;
  return frame.contentWindow as unknown as RenderedPage;
}

export async function nextLoad(): Promise<void> {
  await oneEvent(frame, 'load');
}

/** Returns the number of requested tokens, and the addresses of the loaded frames. */
export async function asked(): Promise<{ tokens: number; loads: string[] }> {
  return (await fetch(`${address}/notes`)).json() as Promise<{ tokens: number; loads: string[] }>;
}

/** Returns for each frame of an element whether the server rendered it. */
export function framesOf({ elements, rendered }: RenderedPage, index = 0): boolean[] {
  const frames = elements[index]!.shadowRoot!.querySelectorAll('iframe');
  return Array.from(frames, (each) => each === rendered[index]);
}

/** Returns true if an element has one frame, and the server did not render it. */
export function isReplaced(page: RenderedPage, index = 0): boolean {
  return framesOf(page, index).join() === 'false';
}

/** Opens a page, and waits until each of its dashboards is on screen. */
export async function openReadyPage(settings?: PageSettings): Promise<RenderedPage> {
  const page = await openPage(settings);
  await until(() => page.elements.every(({ status }) => status === 'ready'));
  return page;
}

/** Waits until the newest frame of each element has loaded, puts it on screen, and removes the old one. */
export async function swap({ elements }: RenderedPage): Promise<void> {
  const newest = (): EventTarget[] =>
    elements.map(({ shadowRoot }) => [...shadowRoot!.querySelectorAll('iframe')].at(-1)!);
  await until(() => newest().every((each) => loadedFrames.has(each)));
  clock.tick(SETTLE);
  clock.tick(SETTLE);
}

export function lifeMs({ element, performance }: RenderedPage): number {
  return element.expiresAt!.getTime() - performance.timeOrigin;
}
