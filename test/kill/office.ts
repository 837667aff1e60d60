import { randomUUID } from 'node:crypto';
import { type Answer, Caller } from './caller.ts';
import { FIRST_KEY, PASSWORD } from './services.ts';

/** The company that a first start makes. */
const COMPANY = 1;
/** The dashboards that are published again and again. */
const PUBLISHED = 20;

/** A published version, as the service has acknowledged it. */
export interface Publication {
  guid: string;
  version: number;
  title: string;
}

/** The back office: it signs in, publishes and changes the API key. */
export class Office {
  readonly #caller: Caller;
  readonly #origin: string;
  #cookie = '';
  #signIns = 0;
  /** The current API key of the company. */
  apiKey = FIRST_KEY;
  readonly readerGuid = randomUUID();
  /** The dashboards that are published again and again, each with its last acknowledged version. */
  readonly dashboards = new Map(
    Array.from({ length: PUBLISHED }, () => [randomUUID() as string, 0]),
  );

  constructor(serviceUrl: string) {
    this.#caller = new Caller(serviceUrl);
    this.#origin = serviceUrl;
  }

  /** Signs in as a new browser at an address of its own. Returns the answer, and the cookie of the session. */
  async signIn(): Promise<{ answer: Answer; cookie: string }> {
    this.#signIns += 1;
    const address = `10.${this.#signIns >> 16}.${(this.#signIns >> 8) & 255}.${this.#signIns & 255}`;
    const answer = await this.#caller.send('/admin/login', {
      method: 'POST',
      headers: {
        Origin: this.#origin,
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Forwarded-For': address,
      },
      body: new URLSearchParams({ password: PASSWORD }).toString(),
    });
    const cookies = answer.headers['set-cookie'] ?? [];
    const cookie = cookies.find((each) => each.startsWith('back-office=')) ?? '';
    return { answer, cookie: cookie.split(';')[0]! };
  }

  /** Uses a session for the calls from now on. */
  useSession(cookie: string): void {
    this.#cookie = cookie;
  }

  /** Returns whether a session is live; `null` if the service cannot say. */
  async isLive(cookie: string): Promise<boolean | null> {
    const { status } = await this.#caller.send('/admin/companies', { headers: { Cookie: cookie } });
    if (status === 200) return true;
    return status === 303 || status === 401 ? false : null;
  }

  /** Publishes the version after the acknowledged one. The same call may be sent again. */
  publish(guid: string, version: number, title: string): Promise<Answer> {
    const tile = { id: 'orders', kind: 'number', title: 'Orders', dataset: 'counted', value: 'n' };
    const draft = {
      title,
      subtitle: '',
      currency: 'EUR',
      shownParameters: [],
      datasets: [{ name: 'counted', sql: 'SELECT 41 + 1 AS n' }],
      tiles: [{ ...tile, format: 'integer', note: '', span: 3 }],
    };
    const place = { companyId: COMPANY, version, draftVersion: 0, editor: 'kill-test' };
    return this.post(`dashboards/${guid}/publish`, { draft, parameters: {}, ...place });
  }

  /** Gives the company a new API key. The one before stays valid for a day. */
  async replaceKey(): Promise<void> {
    await this.#send(`companies/${COMPANY}/key`, new URLSearchParams({ reason: 'planned' }));
    const { body } = await this.#send(`companies/${COMPANY}/key/reveal`, {});
    this.apiKey = (JSON.parse(body) as { apiKey: string }).apiKey;
  }

  /** Ends the API key before the current one. */
  async endPreviousKey(): Promise<void> {
    await this.#send(`companies/${COMPANY}/key/end-previous`, new URLSearchParams());
  }

  /** Sends a form or JSON, as a page of the back office does. */
  post(path: string, body: object): Promise<Answer> {
    const isForm = body instanceof URLSearchParams;
    return this.#caller.send(`/admin/${path}`, {
      method: 'POST',
      headers: {
        Origin: this.#origin,
        Cookie: this.#cookie,
        Accept: 'application/json',
        'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      },
      body: isForm ? body.toString() : JSON.stringify(body),
    });
  }

  /** Sends what must succeed. */
  async #send(path: string, body: object): Promise<Answer> {
    const answer = await this.post(path, body);
    if (answer.status >= 400) throw new Error(`${path} was answered with ${answer.status}.`);
    return answer;
  }

  async share(guid: string): Promise<void> {
    await this.#send(`dashboards/${guid}/share`, { accessible: true });
  }

  close(): void {
    this.#caller.close();
  }
}

/** Signs in, and publishes the dashboard of the readers and those that are published again. */
export async function makeDashboards(serviceUrl: string): Promise<Office> {
  const office = new Office(serviceUrl);
  const { answer, cookie } = await office.signIn();
  if (cookie === '') throw new Error(`The sign-in was answered with ${answer.status}.`);
  office.useSession(cookie);
  for (const guid of [office.readerGuid, ...office.dashboards.keys()]) {
    const { status, body } = await office.publish(guid, 0, 'First');
    if (status !== 200) throw new Error(`A publish was answered with ${status}: ${body}`);
    if (office.dashboards.has(guid)) office.dashboards.set(guid, 1);
  }
  await office.share(office.readerGuid);
  return office;
}
