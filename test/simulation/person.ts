import type { Network } from './network.ts';
import type { Page } from './page.ts';
import type { Surroundings } from './surroundings.ts';
import type { World } from './world.ts';

/** The maximum lateness of timers on a visible page. */
const VISIBLE_LATE_MS = 20;
/** A hidden page stays awake for this long. */
const GRACE_MS = 60_000;

/** A user with a page, a machine and a network. */
export interface Scene {
  readonly world: World;
  readonly page: Page;
  readonly network: Network;
  readonly surroundings: Surroundings;
  /** Called when the pointer has left the dashboard. */
  onPointerOut(): void;
}

/** Uses a page as a person does, step by step. Yields the milliseconds until the next step. */
export function* useDashboard(scene: Scene): Generator<number, never> {
  const { world, surroundings } = scene;
  const isFrozen = world.chance(surroundings.freezes);
  // No specification says what timers do while a machine sleeps: https://github.com/whatwg/html/issues/6759
  const isStopped = world.chance(0.5);
  world.timersLateMs = VISIBLE_LATE_MS;
  for (;;) {
    yield* look(scene);
    if (world.chance(surroundings.lids)) sleep(scene, isStopped);
    else yield* goAway(scene, isFrozen, isStopped);
  }
}

/** Looks at the page. Two looks of five also use the dashboard, and one of five works in it. */
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

/** Puts the machine to sleep with the page on screen. The window gets the focus on wake-up. */
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
    // Some machines wake up before the user looks at them.
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
