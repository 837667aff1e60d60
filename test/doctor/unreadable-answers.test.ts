import type { RequestListener, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { checkListener } from './check-listener.ts';
import { FakeClock } from './fake-clock.ts';

const TAG = `<embedded-dashboard token-url="/token" logout-url="/logout" dashboard-guid="${GUID}"></embedded-dashboard>`;
const SCRIPT = '<script src="/embedded-dashboard.min.js" defer></script>';

/** Sends a beginning and then spaces, as long as the client reads. */
function sendForever(response: ServerResponse, type: string, beginning: string): void {
  response.writeHead(200, { 'Content-Type': type });
  const part = ' '.repeat(65_536);
  const fill = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', fill);
  response.write(beginning);
  fill();
}

const checkPage = (listener: RequestListener) => checkListener(listener, ['page'], new FakeClock());

it('a page that never ends is reported', async () => {
  const { status, stdout } = await checkPage(({ url }, response) => {
    if (url === '/') sendForever(response, 'text/html', SCRIPT + TAG);
    else response.writeHead(200, { 'Content-Type': 'text/javascript' }).end('');
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/✗ page\/ends +Only the first 4 MiB were read\./);
  expect(stdout.match(/✗/g)).toHaveLength(1);
});

it('a script that never ends is reported', async () => {
  const { status, stdout } = await checkPage(({ url }, response) => {
    if (url === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(SCRIPT + TAG);
    else sendForever(response, 'text/javascript', 'let a;');
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/✗ page\/script-found +Only the first 16 MiB of it were read\./);
});

const sendPage: RequestListener = (_, response) => {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(200, headers).end('<!doctype html><title>Sign in</title>');
};

it('HTML in place of a token is named as such', async () => {
  const { status, stdout } = await checkListener(sendPage, ['host', 'service'], new FakeClock());
  expect(status).toBe(1);
  const text = 'It answers 200 with an HTML page in place of a token, such as a sign-in page.';
  expect(stdout).toMatch(new RegExp(`✗ host/answers-200 +${text}`));
  expect(stdout).toMatch(new RegExp(`✗ service/get-token-json +${text}`));
});
