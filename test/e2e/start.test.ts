import { expect, it } from 'vitest';
import { startVite } from './run-vite.ts';

it('prints the addresses in the order of their use, serves them, and ends on SIGTERM', async () => {
  const { child, greeting, ending } = await startVite();
  const lines = greeting.split('\n').filter((line) => !/^(Preparing|Filling) /.test(line));
  const [page, , service] = lines.map((line) => /http:\/\/localhost:[1-9]\d*/.exec(line)?.[0]);
  expect(service).not.toBe(page);
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^Open the playground: +${page}$`)),
    expect.stringMatching(
      new RegExp(`^Back office: +${service}/admin \\(password: SERVICE_ADMIN_PASSWORD\\)$`),
    ),
    expect.stringMatching(new RegExp(`^Dashboard service: +${service}$`)),
    'Press Ctrl+C to stop.',
    '',
  ]);
  await expect.poll(() => fetch(`${page}/`).then(({ status }) => status)).toBe(200);
  expect(await (await fetch(`${page}/`)).text()).toContain('<playground-page');
  const conditions = await fetch(`${page}/conditions`);
  expect(await conditions.json()).toEqual({ fault: 'none', hasShortTokens: true });
  expect((await fetch(`${service}/Tdb/none`)).status).toBe(401);

  child.kill('SIGTERM');
  const { status, stdout, stderr } = await ending;
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).not.toContain('hunter2');
  await expect(fetch(`${page}/`)).rejects.toThrow('fetch failed');
});
