import sinon from 'sinon';
import { checkConsole } from './console-checks.ts';

/**
 * The clock of the page. Only the test advances it, so no time limit of the element depends on the speed of the
 * machine. Animation frames and the network stay real.
 */
export let clock: sinon.SinonFakeTimers;

const present = new Set<Element>();

/**
 * Gives each test of the current suite a page as new: before it a stopped clock and a network, after it no elements, no
 * stubs, real time and a visible page. Each suite has its own hooks, because a failed hook ends its suite.
 */
export function resetAroundTests(): void {
  beforeEach(stopClock);
  beforeEach(() => setOnline(true));
  afterEach(() => {
    for (const element of present) element.remove();
    present.clear();
    // The element tears down in a later task, in case it was only moved.
    clock.tick(1);
    clock.restore();
    sinon.restore();
    setHidden(false);
    checkConsole();
  });
}

// `run-files.ts` calls it for each of its files.
if (!window.testFiles) resetAroundTests();

/** Sets a new clock. */
export function stopClock(): void {
  clock?.restore();
  clock = sinon.useFakeTimers({
    now: Date.now(),
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
    shouldClearNativeTimers: true,
  });
}

/** Makes the page hidden or visible, and fires `visibilitychange`. */
export function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

/** Sets `navigator.onLine`. A browser reports false on a machine without a network, although it reaches the test's server. */
export function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
}

/** Adds an element to the page, and removes it after the test. */
export function addElement(element: Element): void {
  present.add(element);
  document.body.append(element);
}
