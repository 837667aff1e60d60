import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { OpenDashboard } from './page-server.ts';
import { soldGoods } from './sold-goods.ts';
import { findServer } from './use-dashboards.ts';

const READERS = 500;
const TOGETHER = 25;
/** The texts after which readers leave: the head of the page, its shell, and the last tile that comes. */
const LEAVING = ['<head>', '<template', 'data-tile="tile-5"'];
const HELD = ['cities', 'total'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Reads a page until it has a text and its queries run, and leaves. */
async function readAndLeave(address: string, shown: OpenDashboard, last: string): Promise<void> {
  const leaving = new AbortController();
  const response = await fetch(address, { signal: leaving.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; !text.includes(last);) text += (await reader.read()).value;
  await expect.poll(() => shown.rows.waiting).toBe(HELD.length);
  leaving.abort();
  await reader.read().catch(() => {});
}

it('500 readers who leave in the middle of a page leave nothing behind', async () => {
  const server = await findServer();
  const before = server.waitingForEnd;
  const all: OpenDashboard[] = [];
  for (let round = 0; round < READERS / TOGETHER; round += 1) {
    const opened = Array.from({ length: TOGETHER }, async (_, index) => {
      const shown = server.show(soldGoods());
      shown.rows.hold(...HELD);
      all.push(shown);
      await readAndLeave(server.addressOf(shown), shown, LEAVING[index % LEAVING.length]!);
    });
    await Promise.all(opened);
  }
  const sum = (count: (shown: OpenDashboard) => number): number =>
    all.reduce((total, shown) => total + count(shown), 0);
  await expect.poll(() => sum(({ rows }) => rows.canceled.length)).toBe(READERS * HELD.length);
  await expect.poll(() => sum(({ pages }) => pages.count)).toBe(0);
  expect(sum(({ rows }) => rows.waiting)).toBe(0);
  expect(server.waitingForEnd).toBe(before);
  const findKept = (): number => {
    collectGarbage();
    return sum(({ traces }) => traces.filter((trace) => trace.deref()).length);
  };
  await expect.poll(findKept).toBe(0);
});
