import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServiceProcess, startService } from '../../service/service-process.ts';
import { shareChromium } from '../../support/chromium.ts';
import { expectStatus, titleIn, waitForDraft } from './editor-page.ts';

const PASSWORD = 'a-long-password';

let browser: Browser;
let folder: string;
let service: ServiceProcess;
let editor: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  [browser, service] = await Promise.all([shareChromium(), start('0')]);
  editor = await (await browser.newContext()).newPage();
  await editor.goto(`${service.url}/admin/login`);
  await editor.getByLabel('Password').fill(PASSWORD);
  await editor.getByRole('button', { name: 'Sign in' }).click();
  await editor.getByRole('link', { name: 'New dashboard' }).click();
});

afterAll(async () => {
  await Promise.all([browser.close(), service.end()]);
  await rm(folder, { recursive: true, force: true });
});

const start = (port: string): Promise<ServiceProcess> =>
  startService({ DATABASE_URL: folder, SERVICE_ADMIN_PASSWORD: PASSWORD, SERVICE_PORT: port });

async function kill(): Promise<void> {
  const gone = once(service.child, 'exit');
  service.child.kill('SIGKILL');
  await gone;
}

const restart = async (): Promise<void> => {
  service = await start(new URL(service.url).port);
};

it('keeps a draft when the service is killed, before and after it was saved', async () => {
  await titleIn(editor).fill('Saved before the end');
  await waitForDraft(editor);
  await kill();
  await titleIn(editor).fill('Written after the end');
  await expectStatus(editor, 'cannot be reached');
  await restart();
  await waitForDraft(editor);
  await kill();
  await restart();
  await editor.reload();
  expect(await titleIn(editor).inputValue()).toBe('Written after the end');
});
