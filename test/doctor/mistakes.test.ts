import { describe, expect, it } from 'vitest';
import { type MistakesOf, mistakesOf } from '../support/mistakes.ts';
import { ApplicationFolder, packageFile } from '../init/application-folder.ts';
import { ATTRIBUTES, SCRIPT, TAG, toTag } from './page-under-test.ts';
import { runDoctor, useServers } from './run-doctor.ts';

const serve = useServers();

/** Serves a page with the script of the tag, its host, and a service with these headers. */
function serveAll(toHtml: (url: string) => string, headers = {}): Promise<string> {
  return serve(({ url: path = '', headers: { host } }, response) => {
    if (path.endsWith('/token')) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('{"token":"token-0123456789"}');
    } else if (path.includes('/Tdb/')) response.writeHead(401, headers).end();
    else if (path === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(toHtml(`http://${host}`));
    } else if (path === '/embedded-dashboard.min.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' });
      response.end('customElements.define("embedded-dashboard", class extends HTMLElement {});');
    } else response.writeHead(404).end();
  });
}

/** Returns the arguments of the doctor for a mistake, and the folder in which it runs. */
type Stage = () => Promise<{ args: readonly string[]; folder?: string }>;

const ofPage =
  (toHtml: (url: string) => string, headers?: object): Stage =>
  async () => ({ args: ['--page', await serveAll(toHtml, headers)] });

const ofBaseUrl = (toBaseUrl: (url: string) => string, headers?: object): Stage =>
  ofPage((url) => SCRIPT + toTag(`${ATTRIBUTES} base-url="${toBaseUrl(url)}"`), headers);

const STAGES: Record<MistakesOf<'doctor'>, Stage> = {
  // Nothing listens at the port of `discard`.
  8: ofBaseUrl(() => 'http://127.0.0.1:9'),
  // A name of 64 letters is too long for DNS, so its lookup fails without a network.
  9: ofBaseUrl(() => `http://${'x'.repeat(64)}:3000`),
  10: ofBaseUrl((url) => url.replace('http:', 'https:')),
  13: ofBaseUrl((url) => url, { 'X-Frame-Options': 'DENY' }),
  32: ofPage(() => `<script src="/lib/embedded-dashboard.min.js" defer></script>${TAG}`),
  36: ofPage(() => `${SCRIPT}<embedded-dashboard ${ATTRIBUTES} /><p>The rest of the page</p>`),
  40: ofPage(() => SCRIPT + TAG + TAG),
  async 41() {
    const server = "import express from 'express';\nconst app = express();\napp.listen(3000);\n";
    const files = { 'package.json': packageFile(['express']), 'server.js': server };
    const app = new ApplicationFolder(files, { isRepository: false });
    await app.run(['--yes']);
    return { args: [], folder: app.path };
  },
};

describe('the doctor explains an integrator’s mistake once:', () => {
  it.for(mistakesOf('doctor'))('$row, $title', async ({ row, developer }) => {
    const { args, folder } = await STAGES[row]();
    const { status, stdout, stderr } = await runDoctor(
      args,
      folder === undefined ? {} : { folder },
    );
    const lines = (stderr + stdout).split('\n').filter((line) => developer!.test(line));
    expect(lines, stdout + stderr).toHaveLength(1);
    // The application of the folder does not run.
    if (folder === undefined) expect([status, stdout.match(/✗/g)]).toEqual([1, ['✗']]);
  });
});
