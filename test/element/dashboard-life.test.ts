import fc from 'fast-check';
import { OTHER_GUID } from '../support/dashboard-fixture.ts';
import { setHidden } from '../support/test-page.ts';
import { DashboardStage, MOODS } from './dashboard-stage.ts';
import { FakeHost } from '../support/fake-host.ts';
import { untilIntersectionsAreKnown } from '../support/until.ts';
import { DAY, MINUTE, SECOND } from '../support/durations.ts';

/** The maximum number of attempts to shorten a failing sequence. */
const SHRINKS = 40;

/** An event in the life of the page. Its JSON makes the log of a failing sequence readable. */
type Step =
  | { do: 'pass'; ms: number }
  | { do: 'sleep'; ms: number; wake: string }
  | { do: 'set clock'; ms: number }
  | { do: 'tell'; type: string }
  | { do: 'hide' }
  | { do: 'show' }
  | { do: 'sign out elsewhere' }
  | { do: 'answer'; mood: (typeof MOODS)[number] }
  | { do: 'set'; which: number; change: [property: string, value: unknown] }
  | { do: Action; which: number }
  | { do: 'react'; which: number; type: string; action: Action };

const ACTIONS = ['connect', 'disconnect', 'move', 'reload', 'sign out', 'work', 'rest'] as const;
type Action = (typeof ACTIONS)[number];

const WAKES = ['focus', 'pageshow', 'online', 'resume', 'visibilitychange'] as const;

const which = fc.nat({ max: 1 });
const ms = fc.oneof(
  fc.integer({ min: 1, max: 40 * SECOND }),
  fc.integer({ min: MINUTE, max: 200 * MINUTE }),
);
/** The value of `refreshEvery` in seconds, long enough that few frames load. */
const INTERVAL_S = 3000;
const change = fc.constantFrom<[property: string, value: string | number | null][]>(
  ['color', 'red'],
  ['color', '$102030'],
  ['color', null],
  ['dashboardGuid', OTHER_GUID],
  ['dashboardGuid', null],
  ['dashboardGuid', 'nonsense'],
  ['baseUrl', 'nonsense'],
  ['refreshEvery', INTERVAL_S],
  ['refreshEvery', null],
  ['getToken', 0],
  ['getToken', 1],
  ['all', null],
);
const EVENTS = ['load', 'expiring', 'refreshed', 'expired', 'logout', 'error'];
const REACTIONS = ['disconnect', 'reload', 'sign out'];

const steps: [weight: number, step: fc.Arbitrary<object>][] = [
  [6, fc.record({ do: fc.constant('pass'), ms })],
  [2, fc.record({ do: fc.constant('sleep'), ms, wake: fc.constantFrom(...WAKES) })],
  [1, fc.record({ do: fc.constant('set clock'), ms: fc.integer({ min: -DAY, max: DAY }) })],
  [1, fc.record({ do: fc.constant('tell'), type: fc.constantFrom(...WAKES) })],
  [2, fc.record({ do: fc.constantFrom('hide', 'show', 'sign out elsewhere') })],
  [3, fc.record({ do: fc.constant('answer'), mood: fc.constantFrom(...MOODS) })],
  [2, fc.record({ do: fc.constant('set'), which, change })],
  [4, fc.record({ do: fc.constantFrom(...ACTIONS), which })],
  [
    1,
    fc.record({
      do: fc.constant('react'),
      which,
      type: fc.constantFrom(...EVENTS),
      action: fc.constantFrom(...REACTIONS),
    }),
  ],
];
const anyStep = fc.oneof(...steps.map(([weight, arbitrary]) => ({ weight, arbitrary })));

function act(stage: DashboardStage, action: Action, index: number): void {
  const { element, frames } = stage.dashboards[index]!;
  if (action === 'connect') stage.connect(index);
  if (action === 'disconnect') element.remove();
  if (action === 'move' && element.isConnected) document.body.prepend(element);
  if (action === 'reload') void element.reload().catch(() => {});
  if (action === 'sign out') stage.logout(index);
  if (action === 'work') frames.at(0)?.focus();
  if (action === 'rest') frames.at(0)?.blur();
}

async function take(stage: DashboardStage, next: Step): Promise<void> {
  stage.act(next);
  if (next.do === 'pass') await stage.pass(next.ms);
  else if (next.do === 'sleep') stage.sleep(next.ms, next.wake);
  else if (next.do === 'set clock') stage.setClock(next.ms);
  else if (next.do === 'tell') stage.tell(next.type);
  else if (next.do === 'hide' || next.do === 'show') setHidden(next.do === 'hide');
  else if (next.do === 'sign out elsewhere') await stage.logoutElsewhere();
  else if (next.do === 'answer') stage.mood = next.mood;
  else if (next.do === 'set') set(stage, next.which, ...next.change);
  else if (next.do === 'react') {
    const { which: index, type, action } = next;
    stage.dashboards[index]!.react(`dashboard-${type}`, () => {
      stage.act({ do: action });
      act(stage, action, index);
    });
  } else act(stage, next.do, next.which);
  await stage.settle();
  // An element out of view is not refreshed.
  if (stage.isRefreshed) await untilIntersectionsAreKnown();
}

/** Sets a property. `all` restores all settings. */
function set(stage: DashboardStage, index: number, property: string, value: unknown): void {
  const { element } = stage.dashboards[index]!;
  if (property === 'all') stage.setUp(index);
  else if (property === 'getToken') element.getToken = stage.ways[Number(value)]!;
  else Object.assign(element, { [property]: value });
}

/**
 * Returns the settings of the property test. Each run tries the same sequences, so that only a code change can
 * change the result. The nightly run tries new ones. `PROPERTY_SEED` and `PROPERTY_PATH` repeat a failure. A seed
 * without a path needs the same `TEST_TIER`, because a shorter run ends before the failing sequence.
 */
async function settings(): Promise<fc.Parameters<unknown>> {
  const { runs, seed, path } = await (await fetch('/property-settings')).json();
  return {
    numRuns: runs,
    includeErrorInReport: true,
    ...(seed && { seed: Number(seed) }),
    ...(path && { path, endOnFailure: true }),
  };
}

it('keeps the rules whatever happens, recovers, and leaves nothing behind', async () => {
  const host = new FakeHost();
  const sequences = fc.limitShrink(fc.array(anyStep, { maxLength: 25, size: 'max' }), SHRINKS);
  const seed = fc.integer({ min: 1, max: 1_000_000 });
  const property = fc.asyncProperty(sequences, seed, async (sequence, chance) => {
    const stage = new DashboardStage(host, chance);
    try {
      await stage.settle();
      for (const step of sequence) await take(stage, step as Step);
      await stage.recover();
      await stage.end();
    } finally {
      stage.close();
    }
  });
  await fc.assert(property, await settings());
}).timeout(30 * MINUTE);
