import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { type Engine, REST_MS } from '../engines.ts';
import type { Application } from './application.ts';
import type { Journey, Milestone } from './journey.ts';
import type { Service } from './service.ts';
import { WAYS, type WayName } from './ways.ts';

/** The times at which servers got requests, in milliseconds since the start of the navigation. */
export type Times = Partial<Record<Milestone, number>>;

/** `cold`: no cache and no connections. `warm`: the browser's cache has the scripts, and there are no connections. */
export type Temperature = 'cold' | 'warm';

/** A visitor's first and second visit. */
export type Visits = Record<Temperature, Times>;

/** The visits of one engine. Each way has one entry per round: equal indexes belong to the same round. */
export interface EngineVisits {
  engine: string;
  visits: Record<WayName, Visits[]>;
}

/** The servers that a visit calls. */
export interface Servers {
  application: Application;
  service: Service;
  journey: Journey;
}

const PATIENCE_MS = 30_000;

/** Opens the page of each way once per round, after one warm-up round. */
export async function visitInTurns(
  engine: Engine,
  servers: Servers,
  rounds: number,
): Promise<EngineVisits> {
  const names = Object.keys(WAYS) as WayName[];
  const visits = Object.fromEntries(
    names.map((name) => [name, [] as Visits[]]),
  ) as EngineVisits['visits'];
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      // Each round starts with another way, so that no way is always first.
      const name = names[(round + turn) % names.length]!;
      const seen = await visitTwice(engine, servers, name);
      if (round > 0) visits[name].push(seen);
    }
    console.log(`start: ${engine.name}, ${round} of ${rounds} rounds`);
  }
  return { engine: engine.name, visits };
}

async function visitTwice(engine: Engine, servers: Servers, way: WayName): Promise<Visits> {
  await using opened = await engine.visit();
  const cold = await visit(opened.page, servers, way);
  await opened.page.goto('about:blank');
  for (const server of [servers.application, servers.service]) server.disconnect();
  await wait(REST_MS);
  const warm = await visit(opened.page, servers, way);
  if (warm.script !== undefined) throw new Error(`The script of ${way} was not cached.`);
  return { cold, warm };
}

async function visit(page: Page, { application, journey }: Servers, way: WayName): Promise<Times> {
  const address = application.page(way);
  const arrival = journey.begin();
  const isLate = wait(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`No dashboard appeared at ${address}.`);
  });
  await Promise.race([Promise.all([page.goto(address), arrival]), isLate]);
  return journey.since(await page.evaluate(() => performance.timeOrigin));
}
