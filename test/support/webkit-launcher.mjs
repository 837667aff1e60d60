import { once } from 'node:events';
import process from 'node:process';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { startCompanion } from './companion.mjs';
import { onFreePort } from './on-free-port.mjs';
import { PATIENCE_MS } from './patience.mjs';

/**
 * Runs test files in WebKitGTK, one after the other, on an invisible display. The launcher uses three
 * calls of the engine's own driver (https://www.w3.org/TR/webdriver2/).
 * @param {{ driver: string, display: string }} paths of WebKitWebDriver and of Xvfb.
 * @returns {import('@web/test-runner').BrowserLauncher}
 */
export function webkitLauncher(paths) {
  const urls = new Map();
  let browser;

  return {
    name: 'WebKitGTK',
    type: 'webkitgtk',
    concurrency: 1,
    async startSession(id, url) {
      browser ??= startBrowser(paths);
      const { visit } = await browser;
      urls.set(id, url);
      await visit(url);
    },
    isActive: (id) => urls.has(id),
    getBrowserUrl: (id) => urls.get(id),
    async stopSession(id) {
      urls.delete(id);
      // Stops all scripts of the page.
      await (await browser).visit('about:blank');
      return {};
    },
    async startDebugSession() {
      throw new Error('WebKitGTK runs on an invisible display: debug in another browser.');
    },
    async stop() {
      await (await browser)?.close();
    },
  };
}

async function startBrowser(paths) {
  const display = await startDisplay(paths.display);
  const env = { ...process.env, DISPLAY: display.name };
  const { base, driver } = await onFreePort((port) => startDriver(paths.driver, port, env));
  const { sessionId } = await post(`${base}/session`, { capabilities: {} });
  const session = `${base}/session/${sessionId}`;
  return {
    visit: (url) => post(`${session}/url`, { url }),
    async close() {
      await fetch(session, { method: 'DELETE' });
      driver.end();
      display.end();
    },
  };
}

async function startDriver(path, port, env) {
  const driver = startCompanion(path, [`--port=${port}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  driver.child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  const base = `http://127.0.0.1:${port}`;
  const end = Date.now() + PATIENCE_MS;
  while (driver.child.exitCode === null && Date.now() < end) {
    const response = await fetch(`${base}/status`).catch(() => null);
    if (response?.ok) return { base, driver };
    await wait(50);
  }
  driver.end();
  await finished(driver.child.stderr);
  throw new Error(`WebKitWebDriver does not start: ${output}`);
}

/** Starts an X server, which chooses a free display number and writes it to file descriptor 3. */
async function startDisplay(path) {
  const { child, end } = startCompanion(path, ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const output = child.stdio[3];
  const [number] = await Promise.race([once(output, 'data'), once(output, 'end')]);
  if (!number) throw new Error(`${path} does not start.`);
  return { name: `:${String(number).trim()}`, end };
}

async function post(url, body) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`WebKitWebDriver: ${value.message || value.error}`);
  return value;
}
