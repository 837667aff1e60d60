import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECRET, testDatabase } from '../support/test-database.ts';

const apiKey = 'demo-key';
const main = fileURLToPath(import.meta.resolve('../../demo/service/src/main.ts'));
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

let processes: ChildProcess[];
let addresses: string[];

/** Two services that begin at once, on one empty database. */
beforeAll(async () => {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: await testDatabase(),
    SERVICE_SECRET: SECRET,
    SERVICE_API_KEY: apiKey,
    SERVICE_PORT: '0',
  };
  const args = ['--import', import.meta.resolve('tsx'), main];
  processes = [1, 2].map(() => spawn(process.execPath, args, { env }));
  addresses = await Promise.all(
    processes.map(async ({ stdout }) => {
      const [line] = (await once(createInterface(stdout!), 'line')) as [string];
      return /http:\S+/.exec(line)![0];
    }),
  );
});

afterAll(() => {
  for (const child of processes) child.kill();
});

interface Answer {
  status: number;
  body: string;
}

/** Sends a call to one of the two, and once more to the other where that one is gone. */
async function call(turn: number, path: string): Promise<Answer> {
  const [first, second] = turn % 2 ? addresses : addresses.toReversed();
  return read(first + path).catch(() => read(second + path));
}

async function read(address: string): Promise<Answer> {
  const response = await fetch(address);
  return { status: response.status, body: await response.text() };
}

const getToken = (session: string): string => `/Api/GetToken/${apiKey}/${session}/${guid}`;

it('opens at one process a token of the other, until a logout at any', async () => {
  const { body: token } = await call(0, getToken('anna'));
  expect((await call(1, `/Tdb/${token}`)).status).toBe(200);
  expect((await call(1, `/api/logout/${apiKey}/anna`)).status).toBe(204);
  expect((await call(0, `/Tdb/${token}`)).status).toBe(401);
});

it('loses no call that is made once more, though a process is killed on the way', async () => {
  const ends = Array.from({ length: 16 }, async (_, turn) => {
    const issued = await call(turn, getToken(`user-${turn}`));
    if (turn === 3) processes[0]!.kill('SIGKILL');
    const opened = await call(turn + 1, `/Tdb/${issued.body}`);
    return `${issued.status} ${opened.status}`;
  });
  expect(new Set(await Promise.all(ends))).toEqual(new Set(['200 200']));
});
