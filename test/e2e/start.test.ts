import { once } from 'node:events';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.mjs';
import { runVite } from './run-vite.ts';

it('prints the addresses, serves them, and ends on SIGTERM', async () => {
  const [PORT, SERVICE_PORT] = [await freePort(), await freePort()];
  const { child, ending } = runVite({ PORT, SERVICE_PORT });
  const lines = String((await once(child.stdout!, 'data'))[0]);
  expect(lines).toContain(`http://localhost:${PORT}\n`);
  await expect
    .poll(() => fetch(`http://localhost:${PORT}/`).then(({ status }) => status))
    .toBe(200);
  const page = await (await fetch(`http://localhost:${PORT}/`)).text();
  expect(page).toContain('<playground-page');
  expect((await fetch(`http://localhost:${SERVICE_PORT}/Tdb/none`)).status).toBe(401);

  child.kill('SIGTERM');
  const { status, stdout, stderr } = await ending;
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`http://localhost:${SERVICE_PORT}\n`);
  expect(stdout).not.toContain('hunter2');
  await expect(fetch(`http://localhost:${PORT}/`)).rejects.toThrow('fetch failed');
});
