import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logIn } from '../../support/back-office.ts';
import { type ServiceProcess, startService } from '../service-process.ts';

const apiKey = 'demo-key';
const password = 'correct horse';
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

let folder: string;
let running: ServiceProcess;

const start = async (): Promise<void> => {
  running = await startService({
    DATABASE_URL: folder,
    SERVICE_API_KEY: apiKey,
    SERVICE_ADMIN_PASSWORD: password,
  });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  await start();
});

afterAll(async () => {
  await running.end();
  await rm(folder, { recursive: true, force: true });
});

/** Writes until the service has ended, and returns the writes that it has confirmed. */
async function writeUntilGone(write: (turn: number) => Promise<string>): Promise<string[]> {
  const confirmed: string[] = [];
  for (let turn = 0; running.child.signalCode === null; turn += 1) {
    const answer = await write(turn).catch(() => null);
    if (answer !== null) confirmed.push(answer);
  }
  return confirmed;
}

it('keeps all confirmed writes when it is killed while writing', async () => {
  const { url, child } = running;
  const office = await logIn(url, password);
  const gone = once(child, 'exit');
  const tokens = writeUntilGone(async (turn) => {
    const answer = await fetch(`${url}/Api/GetToken/${apiKey}/user-${turn}/${guid}`);
    return answer.text();
  });
  const names = writeUntilGone(async (turn) => {
    const name = `Company ${turn}`;
    await office.post('companies', new URLSearchParams({ name }));
    if (turn === 20) child.kill('SIGKILL');
    return name;
  });
  await gone;
  const confirmed = { tokens: await tokens, names: await names };
  expect(confirmed.tokens.length).toBeGreaterThan(5);
  expect(confirmed.names.length).toBeGreaterThan(19);

  await start();
  const opened = await Promise.all(
    [confirmed.tokens.at(0), confirmed.tokens.at(-1)].map((token) =>
      fetch(`${running.url}/Tdb/${token}`),
    ),
  );
  expect(opened.map(({ status }) => status)).toEqual([200, 200]);
  const page = await (await (await logIn(running.url, password)).get('companies')).text();
  for (const name of confirmed.names) expect(page).toContain(`>${name}<`);
});
