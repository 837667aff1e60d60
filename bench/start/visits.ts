import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../engines.ts';
import type { Application } from './application.ts';
import type { Journey, Milestone } from './journey.ts';
import { WAYS, type WayName } from './ways.ts';

/** When servers were asked for what, in milliseconds from the navigation's start. */
export type Times = Partial<Record<Milestone, number>>;

/** The visits of one engine: each way once in each round, so that the same place is of the same round. */
export interface EngineVisits {
  engine: string;
  times: Record<WayName, Times[]>;
}

const PATIENCE_MS = 30_000;

/** Opens each way's page once in each round, after a round that warms up. */
export async function visitInTurns(
  engine: Engine,
  application: Application,
  journey: Journey,
  rounds: number,
): Promise<EngineVisits> {
  const names = Object.keys(WAYS) as WayName[];
  const times = Object.fromEntries(
    names.map((name) => [name, [] as Times[]]),
  ) as EngineVisits['times'];
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      // Each round begins with another one: none is always first, or always after the same.
      const name = names[(round + turn) % names.length]!;
      const seen = await visit(engine, application.page(name), journey);
      if (round > 0) times[name].push(seen);
    }
    console.log(`start: ${engine.name}, ${round} of ${rounds} rounds`);
  }
  return { engine: engine.name, times };
}

async function visit(engine: Engine, address: string, journey: Journey): Promise<Times> {
  await using opened = await engine.visit();
  const arrival = journey.begin();
  const isLate = wait(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`No dashboard at ${address}`);
  });
  await Promise.race([Promise.all([opened.page.goto(address), arrival]), isLate]);
  return journey.since(await opened.page.evaluate(() => performance.timeOrigin));
}
