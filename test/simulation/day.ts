import './all-in-view.ts';
import { DashboardLife } from '../../src/element/dashboard-life.ts';
import type { TokenSource } from '../../src/element/token-source.ts';
import { Meter, type Measured } from './meter.ts';
import { Network } from './network.ts';
import { Page } from './page.ts';
import { useDashboard } from './person.ts';
import type { Surroundings } from './surroundings.ts';
import type { Tally } from './tally.ts';
import { settled, World } from './world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WORKDAY_MS = 10 * HOUR_MS;
/** The limit for endless loops. A normal hour has a dozen steps, or a hundred with refreshes. */
const MOST_STEPS_AN_HOUR = 2000;

/** Returns the number of pages whose total open time equals this number of working days. */
export function pagesOf(surroundings: Surroundings, workdays: number): number {
  return Math.ceil((workdays * WORKDAY_MS) / surroundings.openMs);
}

/** Runs one dashboard on one page: the element's own code in a simulated world. */
export async function liveDay(
  surroundings: Surroundings,
  seed: number,
  day: number,
  tally: Tally,
): Promise<void> {
  const world = new World(Math.imul(day + 1, 0x9e3779b1) ^ seed, (20_000 + day) * DAY_MS);
  const page = new Page();
  const network = new Network(world, surroundings, () => page.tell('online'));
  const restore = page.install(world);
  try {
    await use(surroundings, { world, page, network, tally });
  } finally {
    restore();
  }
}

async function use(
  surroundings: Surroundings,
  { world, page, network, tally }: Measured,
): Promise<void> {
  const life = new DashboardLife(
    Object.assign(page.host, {
      renderRoot: page.root,
      refreshEvery: surroundings.refreshMs / 1000,
      baseUrl: 'https://dashboards.example',
      label: 'Sales',
    }) as never,
    () => {},
  );
  const meter = new Meter({ world, page, network, tally });
  page.isPointed = world.chance(surroundings.parked);
  page.host.addEventListener('dashboard-expiring', () => meter.onExpiring(page.isBusy));
  page.onFrame = (load) => network.load(load);
  const source: TokenSource = {
    key: [page],
    subject: 'dashboard',
    dashboardGuid: '',
    parameters: null,
    choice: '',
    at: '',
    async ask() {
      const grant = await network.ask();
      meter.onToken();
      return grant;
    },
  };
  const steps = useDashboard({
    world,
    page,
    network,
    surroundings,
    onPointerOut: () => page.leave(),
  });
  const goOn = (): void => world.later(steps.next().value, goOn);
  goOn();
  life.show(source);
  const end = world.at + surroundings.openMs;
  const mostSteps = (MOST_STEPS_AN_HOUR * surroundings.openMs) / HOUR_MS;
  for (let step = 0; await world.step(end); step++) {
    if (step === mostSteps)
      throw new Error('The element keeps its page busy: the day does not end.');
    meter.look();
  }
  life.show(null);
  await settled();
  while (await world.step(end + 1000));
  meter.end();
}
