import type { Network } from './network.ts';
import type { Page } from './page.ts';
import type { Surroundings } from './surroundings.ts';
import type { World } from './world.ts';

/** What a browser lets the timers of a page be late that somebody looks at. */
const VISIBLE_LATE_MS = 20;
/** A page that is hidden is left alone for so long. */
const GRACE_MS = 60_000;

/** Somebody with a page, a machine and a network. */
export interface Scene {
  readonly world: World;
  readonly page: Page;
  readonly network: Network;
  readonly surroundings: Surroundings;
  /** The pointer has left the dashboard. */
  onPointerOut(): void;
}

/** What somebody does with a page, step by step; gives the milliseconds until the next step. */
export function* useDashboard(scene: Scene): Generator<number, never> {
  const { world, surroundings } = scene;
  const isFrozen = world.chance(surroundings.freezes);
  // Nothing says what timers do while a machine sleeps: https://github.com/whatwg/html/issues/6759
  const isStopped = world.chance(0.5);
  world.timersLateMs = VISIBLE_LATE_MS;
  for (;;) {
    yield* look(scene);
    if (world.chance(surroundings.lids)) sleep(scene, isStopped);
    else yield* goAway(scene, isFrozen, isStopped);
  }
}

/** In two looks of five the dashboard is used, too, and in one of five somebody works in it. */
function* look({ world, page, surroundings, onPointerOut }: Scene): Generator<number> {
  const ms = world.around(surroundings.lookMs);
  yield ms / 3;
  if (world.chance(0.4)) {
    page.isPointed = true;
    if (world.chance(0.5)) page.work();
    yield ms / 3;
    page.isPointed = false;
    onPointerOut();
    page.rest();
  }
  yield ms / 3;
}

/** The machine sleeps with the page on its screen; waking, the window gets the focus. */
function sleep(scene: Scene, isStopped: boolean): void {
  const { world, page, network, surroundings } = scene;
  world.sleep(world.around(surroundings.sleepMs), isStopped);
  network.wake();
  page.tell('focus');
}

function* goAway(scene: Scene, isFrozen: boolean, isStopped: boolean): Generator<number> {
  const { world, page, network, surroundings } = scene;
  const ms = world.around(surroundings.awayMs);
  page.rest();
  page.hide();
  world.timersLateMs = surroundings.timersLateMs;
  yield Math.min(ms, GRACE_MS);
  if (world.chance(surroundings.sleeps)) {
    world.sleep(world.around(surroundings.sleepMs), isStopped);
    network.wake();
    // Some machines wake before somebody looks at them.
    if (world.chance(0.3)) yield GRACE_MS;
  }
  if (isFrozen) {
    world.sleep(Math.max(0, ms - GRACE_MS), false);
    page.tell('resume');
  } else {
    yield Math.max(0, ms - GRACE_MS);
  }
  world.timersLateMs = VISIBLE_LATE_MS;
  page.show();
}
