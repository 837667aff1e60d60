import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.mjs';
import { runVite } from './run-vite.ts';

it('prints the addresses in the order of their use, serves them, and ends on SIGTERM', async () => {
  const [PORT, SERVICE_PORT] = [await freePort(), await freePort()];
  const { child, greeting, ending } = runVite({ PORT, SERVICE_PORT });
  const lines = (await greeting).split('\n').filter((line) => !/^(Preparing|Filling) /.test(line));
  const service = `http://localhost:${SERVICE_PORT}`;
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^Open the playground: +http://localhost:${PORT}$`)),
    expect.stringMatching(
      new RegExp(`^Back office: +${service}/admin \\(password: SERVICE_ADMIN_PASSWORD\\)$`),
    ),
    expect.stringMatching(new RegExp(`^Dashboard service: +${service}$`)),
    'Press Ctrl+C to stop.',
    '',
  ]);
  await expect
    .poll(() => fetch(`http://localhost:${PORT}/`).then(({ status }) => status))
    .toBe(200);
  const page = await (await fetch(`http://localhost:${PORT}/`)).text();
  expect(page).toContain('<playground-page');
  const conditions = await fetch(`http://localhost:${PORT}/conditions`);
  expect(await conditions.json()).toEqual({ fault: 'none', hasShortTokens: true });
  expect((await fetch(`http://localhost:${SERVICE_PORT}/Tdb/none`)).status).toBe(401);

  child.kill('SIGTERM');
  const { status, stdout, stderr } = await ending;
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).not.toContain('hunter2');
  await expect(fetch(`http://localhost:${PORT}/`)).rejects.toThrow('fetch failed');
});
