import { getEventListeners } from 'node:events';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueryOwner } from '../../../service/src/database/database.ts';
import { FairQueue } from '../../../service/src/database/fair-queue.ts';
import { turns } from '../../support/scripted-upstream.ts';
import { scaled } from '../../support/tier.mjs';

const A: QueryOwner = { companyId: 1, sessionId: 'a' };
const B: QueryOwner = { companyId: 1, sessionId: 'b' };
const C: QueryOwner = { companyId: 1, sessionId: 'c' };
const OTHER: QueryOwner = { companyId: 2, sessionId: 'a' };

/** A queue whose queries run until the test ends them. */
class Running {
  readonly queue: FairQueue;
  /** The names of the running queries. */
  readonly names: string[] = [];
  readonly #ends = new Map<string, () => void>();

  constructor(size: number) {
    this.queue = new FairQueue({ size });
  }

  /** Requests a place for each query. */
  async ask(owner: QueryOwner | undefined, ...names: string[]): Promise<void> {
    for (const name of names) {
      void this.queue.run({ owner }, () => {
        this.names.push(name);
        return new Promise<void>((resolve) => this.#ends.set(name, resolve));
      });
    }
    await turns(1);
  }

  /** Ends a query after `afterMs` milliseconds. */
  async end(name: string, afterMs = 0): Promise<void> {
    vi.advanceTimersByTime(afterMs);
    this.names.splice(this.names.indexOf(name), 1);
    this.#ends.get(name)!();
    await turns(1);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => vi.useRealTimers());

it('leaves no listener on a signal after its turn, or after its wait', async () => {
  const queue = new FairQueue({ size: 1 });
  const { signal } = new AbortController();
  const stopped = new AbortController();
  const listeners = (): number[] =>
    [signal, stopped.signal].map((each) => getEventListeners(each, 'abort').length);
  let end = (): void => {};
  const first = queue.run({ signal }, () => new Promise<void>((resolve) => (end = resolve)));
  await turns(1);
  const waiting = queue.run({ signal: stopped.signal }, async () => {});
  expect(listeners()).toEqual([0, 1]);
  stopped.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  end();
  await first;
  expect(listeners()).toEqual([0, 0]);
});

it('reserves a place for other companies, and one more for other sessions', async () => {
  const running = new Running(5);
  await running.ask(A, 'a1', 'a2', 'a3', 'a4', 'a5');
  expect(running.names).toEqual(['a1', 'a2', 'a3']);
  await running.ask(B, 'b1');
  await running.ask(C, 'c1');
  expect(running.names).toEqual(['a1', 'a2', 'a3', 'b1']);
  await running.ask(OTHER, 'other');
  expect(running.names).toEqual(['a1', 'a2', 'a3', 'b1', 'other']);
});

it('limits a session to one place while other sessions wait', async () => {
  const running = new Running(5);
  await running.ask(A, 'a1', 'a2', 'a3', 'a4', 'a5');
  await running.ask(B, 'b1', 'b2');
  expect(running.names).toEqual(['a1', 'a2', 'a3', 'b1']);
  await running.end('a1');
  await running.end('a2');
  expect(running.names).toEqual(['a3', 'b1']);
  await running.end('a3');
  expect(running.names).toEqual(['b1', 'a4']);
  await running.end('b1');
  expect(running.names).toEqual(['a4', 'b2', 'a5']);
});

it('serves companies in turn, and the sessions of each in turn', async () => {
  const running = new Running(1);
  await running.ask(A, 'a1', 'a2', 'a3');
  await running.ask(B, 'b1');
  await running.ask(OTHER, 'other1', 'other2');
  const served = [];
  for (let [name] = running.names; name; [name] = running.names) {
    served.push(name);
    await running.end(name, 1000);
  }
  expect(served).toEqual(['a1', 'other1', 'b1', 'other2', 'a2', 'a3']);
});

it('gives the next place to the company with the fewest places, however long its queries took', async () => {
  const running = new Running(4);
  await running.ask(A, 'a1');
  await running.ask(OTHER, 'other1', 'other2');
  await running.end('other1', 10_000);
  await running.ask(B, 'b1');
  await running.ask(C, 'c1', 'c2');
  await running.ask({ companyId: 2, sessionId: 'b' }, 'other3');
  expect(running.names).toEqual(['a1', 'other2', 'b1', 'c1']);
  await running.end('c1');
  expect(running.names).toEqual(['a1', 'other2', 'b1', 'other3']);
});

it('gives a new session no credit for the time before it arrived', async () => {
  const running = new Running(1);
  await running.ask(A, 'a1', 'a2', 'a3');
  await running.end('a1', 10_000);
  await running.ask(B, 'b1', 'b2');
  await running.end('a2', 1000);
  expect(running.names).toEqual(['b1']);
  await running.end('b1', 2000);
  expect(running.names).toEqual(['a3']);
});

it('serves the dashboards of a session in turn', async () => {
  const running = new Running(1);
  const slow = { ...A, dashboardGuid: 'slow' };
  const other = { ...A, dashboardGuid: 'other' };
  await running.ask(slow, 'slow1', 'slow2', 'slow3');
  await running.ask(other, 'other1', 'other2');
  const served = [];
  for (let [name] = running.names; name; [name] = running.names) {
    served.push(name);
    await running.end(name, name.startsWith('slow') ? 10_000 : 20);
  }
  expect(served).toEqual(['slow1', 'other1', 'other2', 'slow2', 'slow3']);
});

it('counts the places of all dashboards of a session', async () => {
  const running = new Running(5);
  for (const dashboardGuid of ['1', '2', '3', '4']) {
    await running.ask({ ...A, dashboardGuid }, dashboardGuid);
  }
  expect(running.names).toEqual(['1', '2', '3']);
  await running.ask(B, 'b1', 'b2');
  expect(running.names).toEqual(['1', '2', '3', 'b1']);
});

it('starts no query that another one aborts as both get their places', async () => {
  const { queue } = new Running(2);
  const second = new AbortController();
  const work = vi.fn();
  const first = queue.run({ onStart: () => second.abort() }, () => Promise.resolve('first'));
  const other = queue.run({ signal: second.signal }, work);
  await expect(other).rejects.toMatchObject({ code: 'aborted' });
  expect(await first).toBe('first');
  expect(work).not.toHaveBeenCalled();
  expect(queue.isBusy).toBe(false);
});

it('starts a new session at the smallest time of the others', async () => {
  const running = new Running(1);
  await running.ask(A, 'a1', 'a2');
  await running.ask(B, 'b1', 'b2');
  await running.end('a1', 10_000);
  await running.ask(C, 'c1');
  await running.end('b1', 5000);
  expect(running.names).toEqual(['c1']);
});

it('gives the service’s own queries all places', async () => {
  const running = new Running(2);
  await running.ask(undefined, 'first', 'second', 'third');
  expect(running.names).toEqual(['first', 'second']);
});

it('gives a session more places once no other session waits', async () => {
  const running = new Running(5);
  const leaving = new AbortController();
  await running.ask(A, 'a1', 'a2', 'a3', 'a4', 'a5');
  await running.ask(B, 'b1');
  const left = running.queue.run({ owner: B, signal: leaving.signal }, () => Promise.resolve());
  for (const name of ['a1', 'a2']) await running.end(name);
  expect(running.names).toEqual(['a3', 'b1']);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'aborted' });
  expect(running.names).toEqual(['a3', 'b1', 'a4', 'a5']);
  for (const name of ['a3', 'b1', 'a4', 'a5']) await running.end(name);
  expect(running.queue.isBusy).toBe(false);
});

it('does not start a query whose caller has left, or a query after its close', async () => {
  const { queue } = new Running(1);
  const work = vi.fn();
  await expect(queue.run({ signal: AbortSignal.abort() }, work)).rejects.toMatchObject({
    code: 'aborted',
  });
  queue.close();
  await expect(queue.run({}, work)).rejects.toMatchObject({ code: 'closed' });
  expect(work).not.toHaveBeenCalled();
  expect(queue.isBusy).toBe(false);
});

/** Generates an arriving query, or the place of a running query that ends. */
const event = fc.oneof(
  fc.record({ companyId: fc.integer({ min: 1, max: 3 }), sessionId: fc.constantFrom('a', 'b') }),
  fc.nat(20),
);

it('keeps its limits in any order of events, and serves every query', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(event), async (size, events) => {
      const running = new Running(size);
      const owners = new Map<string, QueryOwner>();
      const check = (): void => {
        const held = running.names.map((name) => owners.get(name)!);
        expect(held.length).toBeLessThanOrEqual(size);
        for (const owner of held) {
          const ofCompany = held.filter(({ companyId }) => companyId === owner.companyId);
          const ofSession = ofCompany.filter(({ sessionId }) => sessionId === owner.sessionId);
          expect(ofCompany.length).toBeLessThanOrEqual(Math.max(size - 1, 1));
          expect(ofSession.length).toBeLessThanOrEqual(Math.max(size - 2, 1));
        }
      };
      for (const [index, each] of events.entries()) {
        const name = String(index);
        if (typeof each === 'object') {
          owners.set(name, each);
          await running.ask(each, name);
        } else if (running.names.length) {
          await running.end(running.names[each % running.names.length]!, each);
        }
        check();
      }
      for (let [name] = running.names; name; [name] = running.names) {
        owners.delete(name);
        await running.end(name);
      }
      expect(running.queue.isBusy).toBe(false);
    }),
    { numRuns: scaled(400) },
  ));
