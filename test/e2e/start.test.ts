import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.mjs';
import { serve } from '../support/node-server.ts';

const start = fileURLToPath(import.meta.resolve('../../demo/playground/host/start.ts'));

interface Run {
  child: ReturnType<typeof spawn>;
  ending: Promise<{ status: number | null; stdout: string; stderr: string }>;
}

/** The command behind `npm start`; with nothing on disk. */
function run(environment: Record<string, string | number>): Run {
  const { PATH = '' } = process.env;
  const settings = {
    DATABASE_URL: 'memory:',
    SERVICE_API_KEY: 'hunter2',
    SERVICE_ADMIN_PASSWORD: 'hunter2-of-the-back-office',
    SERVICE_SECRET: 'hunter2-of-what-is-encrypted',
    ...environment,
  };
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), start], {
    env: { PATH, ...settings },
  });
  const ending = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr]) => ({ status: child.exitCode, stdout, stderr }),
  );
  return { child, ending };
}

it('prints the addresses, serves them, and ends on SIGTERM', async () => {
  const [PORT, SERVICE_PORT] = [await freePort(), await freePort()];
  const { child, ending } = run({ PORT, SERVICE_PORT });
  const lines = String((await once(child.stdout!, 'data'))[0]);
  expect(lines).toContain(`http://localhost:${PORT}\n`);
  await expect
    .poll(() => fetch(`http://localhost:${PORT}/`).then(({ status }) => status))
    .toBe(200);
  const page = await (await fetch(`http://localhost:${PORT}/`)).text();
  expect(page).toContain('<embedded-dashboard');
  expect((await fetch(`http://localhost:${SERVICE_PORT}/Tdb/none`)).status).toBe(401);

  child.kill('SIGTERM');
  const { status, stdout, stderr } = await ending;
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`http://localhost:${SERVICE_PORT}\n`);
  expect(stdout).not.toContain('hunter2');
  await expect(fetch(`http://localhost:${PORT}/`)).rejects.toThrow('fetch failed');
});

describe('a setting that cannot be used', () => {
  for (const name of ['PORT', 'SERVICE_PORT']) {
    it(`is a busy ${name}, told in one line with status 1`, async () => {
      await using other = await serve(() => {});
      const { port } = other;
      const environment = { PORT: await freePort(), SERVICE_PORT: await freePort(), [name]: port };
      expect(await run(environment).ending).toEqual({
        status: 1,
        stdout: '',
        stderr: `playground: ${name}: port ${port} is in use by another program.\n`,
      });
    });
  }

  const bad = { PORT: 'hunter2', SERVICE_TOKEN_LIFETIME: '0', SERVICE_API_KEY: 'hunter2/..' };
  for (const [name, value] of Object.entries(bad)) {
    it(`is a bad ${name}, told in one line with status 1`, async () => {
      const { status, stdout, stderr } = await run({ [name]: value }).ending;
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(new RegExp(`^playground: ${name} [^\\n]+\\n$`));
      expect(stderr).not.toContain('hunter2');
    });
  }
});
