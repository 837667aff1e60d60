import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkHaproxy, type Haproxy, hasHaproxy } from '../../support/haproxy.ts';
import { type NodeServer, send, serve } from '../../support/node-server.ts';
import { HAPROXY_FILE, startDocumentedHaproxy } from '../documented-haproxy.ts';

const SECRET = 'CANARY';

/** A process of the service: what it answers to `/ready`, and to everything else. */
class FakeProcess {
  isReady = true;
  calls: string[] = [];
  server!: NodeServer;
  answer = (_: IncomingMessage, response: ServerResponse): void =>
    void response.end(String(this.server.port));

  static async start(): Promise<FakeProcess> {
    const fake = new FakeProcess();
    fake.server = await serve((request, response) => {
      if (request.url === '/ready') {
        response.writeHead(fake.isReady ? 200 : 503).end();
        return;
      }
      fake.calls.push(request.url!);
      fake.answer(request, response);
    });
    return fake;
  }
}

const title = `HAProxy as documented${hasHaproxy ? '' : ', skipped: this machine lacks HAProxy'}`;

describe.skipIf(!hasHaproxy)(title, () => {
  let processes: [FakeProcess, FakeProcess];
  let haproxy: Haproxy;

  beforeEach(async () => {
    processes = [await FakeProcess.start(), await FakeProcess.start()];
    haproxy = await startDocumentedHaproxy(processes.map(({ server }) => server.port));
  });

  afterEach(async () => {
    await haproxy[Symbol.asyncDispose]();
    for (const { server } of processes) await server[Symbol.asyncDispose]();
  });

  /** Calls over a new connection: HAProxy closes a used one instead of answering with 502. */
  const call = (path: string, more: { method?: string; body?: string } = {}) =>
    send({ port: haproxy.port, path, ...more });

  /** Calls several times, and returns who has answered. */
  const findAnswering = async (): Promise<string[]> => {
    const answers = await Promise.all(['/a', '/b', '/c', '/d'].map((path) => call(path)));
    return [...new Set(answers.map(({ body }) => body))].toSorted();
  };

  /** Sets what both processes answer. */
  const answerWith = (answer: FakeProcess['answer']): void => {
    for (const each of processes) each.answer = answer;
  };

  it('has a valid file without warnings', () => {
    const { status, output } = checkHaproxy(HAPROXY_FILE);
    expect(status, output).toBe(0);
    expect(output).not.toMatch(/warning|alert/i);
  });

  it('sends calls only to the processes that are ready', async () => {
    const [one, two] = processes;
    const [portOfOne, portOfTwo] = processes.map(({ server }) => String(server.port));
    const both = [portOfOne!, portOfTwo!].toSorted();
    await expect.poll(findAnswering).toEqual(both);
    one.isReady = false;
    await expect.poll(findAnswering).toEqual([portOfTwo]);
    one.isReady = true;
    await expect.poll(findAnswering).toEqual(both);
    two.isReady = false;
    await expect.poll(findAnswering).toEqual([portOfOne]);
  });

  it('shows the page of the service, and not its own, while no process is ready', async () => {
    answerWith((_, response) => void response.writeHead(503, { 'Retry-After': '2' }).end('reload'));
    for (const each of processes) each.isReady = false;
    const isSeen = async (): Promise<boolean> => {
      const { status, headers, body } = await call('/Tdb/token');
      expect([status, headers['retry-after'], body]).toEqual([503, '2', 'reload']);
      return haproxy.output.soFar.includes('dashboards-unready/p');
    };
    await expect.poll(isSeen).toBe(true);
  });

  it('passes on the caller and the host, and each piece of an answer at once', async () => {
    let end = (): void => {};
    answerWith(({ headers }, response) => {
      response.write(`${String(headers['x-forwarded-for'])} ${headers.host}\n`);
      end = () => response.end('last');
    });
    const answer = await fetch(`http://127.0.0.1:${haproxy.port}/Tdb/token`, {
      headers: { 'X-Forwarded-For': '192.0.2.7' },
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let page = '';
    while (!page.endsWith('\n')) page += (await reader.read()).value;
    expect(page).toBe(`192.0.2.7, 127.0.0.1 127.0.0.1:${haproxy.port}\n`);
    end();
    while (!page.endsWith('last')) page += (await reader.read()).value;
  });

  it('calls another process after a broken connection, unless the call may change something', async () => {
    const broken = new Set<string>();
    answerWith(({ url = '' }, response) => {
      if (broken.has(url)) response.end('whole');
      else response.destroy();
      broken.add(url);
    });
    const post = { method: 'POST', body: '{}' };
    const paths = ['/Api/GetToken/key/anna/guid', '/api/logout/key/anna', '/admin/publish'];
    const answers = [await call('/Tdb/token')];
    for (const path of paths) answers.push(await call(path, post));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 502]);
    // Each process has had each call that was sent again.
    const again = ['/Tdb/token', ...paths.slice(0, 2)];
    for (const each of processes) expect(each.calls).toEqual(expect.arrayContaining(again));
    expect(processes.flatMap((each) => each.calls)).toHaveLength(2 * again.length + 1);
  });

  it('logs neither keys nor tokens nor queries', async () => {
    await call(`/Api/GetToken/${SECRET}/${SECRET}/guid?custom=${SECRET}`);
    await call(`/bi/tdb/${SECRET}?filter.Region=${SECRET}`);
    await call(`/admin/search?text=${SECRET}`);
    answerWith((_, response) => void response.destroy());
    expect((await call(`/Tdb/${SECRET}/broken`)).status).toBe(502);
    const malformed = connect(haproxy.port, '127.0.0.1');
    malformed.end(`GET /Tdb/${SECRET} HTTP/9.9 ${SECRET}\r\n\r\n`);
    expect(await text(malformed)).toContain('400');
    const lines = ['/Api/GetToken/[re', '/bi/tdb/[re', '/admin/search ', ' 502 ', ' 400 '];
    for (const line of lines) await expect.poll(() => haproxy.output.soFar).toContain(line);
    expect(haproxy.output.soFar).not.toContain(SECRET);
  });
});
