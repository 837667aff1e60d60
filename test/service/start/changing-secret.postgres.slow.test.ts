import { demoDashboards } from 'embedded-dashboard-service';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createCompany, enter, postTo } from '../../support/back-office.ts';
import { testDatabase } from '../../support/test-database.ts';
import {
  type ServiceProcess,
  spawnService,
  startInVain,
  startService,
  waitForEnd,
} from '../service-process.ts';

const OLD = 'the-secret-of-last-year';
const NEW = 'the-secret-of-this-year';
const apiKey = 'demo-key';
const password = 'correct horse';
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;
/** Nothing listens at port 9: the pages of these tokens open, and say in each tile that its data are missing. */
const connectionString = 'postgres://reader:password@127.0.0.1:9/warehouse';

let env: Record<string, string>;

beforeAll(async () => {
  env = {
    DATABASE_URL: await testDatabase(),
    SERVICE_API_KEY: apiKey,
    SERVICE_ADMIN_PASSWORD: password,
    SERVICE_CONNECTION_HOSTS: '127.0.0.1:9',
    SERVICE_CONNECTIONS: '4',
  };
});

const start = (secret: string): Promise<ServiceProcess> =>
  startService({ ...env, SERVICE_SECRET: secret });

async function signIn(url: string): Promise<string> {
  const login = await postTo(url, 'login', new URLSearchParams({ password }));
  return login.headers.get('set-cookie')!.split(';')[0]!;
}

async function issue(url: string, session: string): Promise<string> {
  const answer = await fetch(`${url}/Api/GetToken/${apiKey}/${session}/${guid}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ connectionString }),
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** The processes of one service, which are replaced one after the other. */
class Processes {
  readonly #running: ServiceProcess[] = [];
  /** A key and a token of each check. The first ones are those of the old secret. */
  readonly #keys: string[] = [apiKey];
  readonly #tokens: string[] = [];
  #cookie = '';

  async signIn(): Promise<void> {
    this.#cookie = await signIn(this.#running[0]!.url);
  }

  async start(secret: string): Promise<void> {
    this.#running.push(await start(secret));
  }

  /** Replaces one process after the other. */
  async replace(secret: string, onReplaced = async (): Promise<void> => {}): Promise<void> {
    for (let place = 0; place < this.#running.length; place += 1) {
      await this.#running[place]!.end();
      this.#running[place] = await start(secret);
      await onReplaced();
    }
  }

  /** Expects that what each process has stored is valid in all of them. */
  readonly check = async (): Promise<void> => {
    const urls = this.#running.map(({ url }) => url);
    for (const url of urls) {
      const made = await createCompany(enter(url, this.#cookie), crypto.randomUUID());
      this.#keys.push(made.apiKey);
      this.#tokens.push(await issue(url, 'anna'));
    }
    // Of the checks before, one is enough: a page takes a while.
    const tokens = [this.#tokens[0]!, ...this.#tokens.slice(-urls.length)];
    for (const url of urls) {
      const pages = tokens.map(async (token) => (await fetch(`${url}/Tdb/${token}`)).status);
      expect(new Set(await Promise.all(pages))).toEqual(new Set([200]));
      const logouts = this.#keys.map(
        async (key) => (await fetch(`${url}/api/logout/${key}/nobody`)).status,
      );
      expect(new Set(await Promise.all(logouts))).toEqual(new Set([204]));
    }
  };

  /** Returns the statuses of a call with the session of {@link signIn}. */
  callOffice(): Promise<number[]> {
    const calls = this.#running.map(async ({ url }) => {
      return (await postTo(url, 'companies/1/key/reveal', {}, { Cookie: this.#cookie })).status;
    });
    return Promise.all(calls);
  }

  async end(): Promise<void> {
    await Promise.all(this.#running.map(({ end }) => end()));
  }
}

it('changes the secret of two processes one after the other, in the documented order', async () => {
  const processes = new Processes();
  onTestFinished(() => processes.end());
  await processes.start(OLD);
  await processes.start(OLD);
  await processes.signIn();
  await processes.check();
  await processes.replace(`${OLD} ${NEW}`, processes.check);
  await processes.replace(`${NEW} ${OLD}`, processes.check);
  expect(await processes.callOffice()).toEqual([200, 200]);

  const early = await startInVain({ ...env, SERVICE_SECRET: NEW });
  expect(early.stderr).toContain('SERVICE_SECRET is not the one');
  const both = { ...env, SERVICE_SECRET: `${NEW} ${OLD}` };
  const { status, stdout, stderr } = await waitForEnd(spawnService(both, [], ['reseal']));
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^Encrypted again with the first secret: [1-9]\d*\. [^\n]+\nThe other secrets can go\.\n$/,
  );
  await processes.check();

  // The session began with the old secret.
  await processes.replace(NEW);
  expect(await processes.callOffice()).toEqual([401, 401]);
  await processes.signIn();
  await processes.check();
  const late = await startInVain({ ...env, SERVICE_SECRET: OLD });
  expect(late.stderr).toContain('SERVICE_SECRET is not the one');
});
