import { nextFrame } from '@open-wc/testing';
import { PATIENCE_MS } from './patience.mjs';

// The tests replace the clock of the page. These waits use the browser's own.
const { setTimeout: start } = window;
const now = performance.now.bind(performance);

/** The time before the second check of a condition. */
const FIRST_PAUSE_MS = 5;
/** Each pause is longer than the one before, so that long waits on a busy machine do not make it busier. */
const PAUSE_GROWTH = 1.5;
const LONGEST_PAUSE_MS = 50;
/** More tasks than any work without a timer and without the network needs. */
const TASKS = 10;

/** The requests of the page that have no complete answer. */
const pending = new Set<Promise<unknown>>();
const { fetch: send } = window;

window.fetch = (...request) => {
  const answer = send(...request);
  // The copy is complete when the answer is complete.
  const whole = answer
    .then((response) => response.clone().arrayBuffer())
    .catch(() => {})
    .finally(() => pending.delete(whole));
  pending.add(whole);
  return answer;
};

/** Waits until the condition holds. */
export async function until(condition: () => unknown): Promise<void> {
  const end = now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; !(await condition()); pause *= PAUSE_GROWTH) {
    if (now() > end) throw new Error(`Timed out waiting for: ${condition.toString()}`);
    await new Promise((resolve) => start(resolve, Math.min(pause, LONGEST_PAUSE_MS)));
  }
}

/** Waits until the page has done all work that needs no time: afterwards, it only waits for timers and the user. */
export async function settle(): Promise<void> {
  await runTasks();
  while (pending.size > 0) {
    await Promise.all(pending);
    await runTasks();
  }
}

/** Waits until the page has done all work that needs no time but two animation frames. */
export async function untilDrawn(): Promise<void> {
  await settle();
  await nextFrame();
  await nextFrame();
  await settle();
}

/** Runs all work that needs neither a timer nor an answer of the host. */
export async function runTasks(): Promise<void> {
  for (let task = 0; task < TASKS; task++) await nextTask();
}

/** Waits for the next task. Promises that are already resolved run first. */
export async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });
  // WebKitGTK keeps an open port, and each task then takes longer than the one before.
  port1.close();
}

/**
 * Waits until the browser has reported to the page which elements are in the viewport. It reports to all observers in
 * one task, also to this new one.
 */
export async function untilIntersectionsAreKnown(): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });
  await nextTask();
}

/** Waits until the browser has reported the size of an element to the observers of the page. */
export async function untilResizesAreKnown(element: Element): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}
