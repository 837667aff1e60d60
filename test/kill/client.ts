import { Caller, toFailure } from './caller.ts';
import type { IssuedToken, Ledger } from './ledger.ts';
import type { CallKind, CallNote } from './notes.ts';
import type { Office, Publication } from './office.ts';

/** The pause between two looks at the clock, in milliseconds. */
const TICK_MS = 10;
/** Tokens that are opened again are among so many of the last ones. */
const RECENT = 300;
/** The calls between two publishes, and between two sign-ins: each hashes a password slowly. */
const CALLS_PER_PUBLISH = 200;
const CALLS_PER_SIGN_IN = 500;
/** The kinds of ten other calls. */
const TURNS: readonly CallKind[] = [
  ...['token', 'token', 'logout', 'token', 'open'],
  ...['token', 'token', 'logout', 'token', 'open ended'],
] as CallKind[];

/** The result of a call, and what it has changed. */
type Result = 'ok' | (string & {});

/** A client that makes calls at an even rate, with a limit on the calls that are open at a time. */
export class Client {
  readonly calls: CallNote[] = [];
  readonly notStarted: number[] = [];
  readonly #caller: Caller;
  readonly #office: Office;
  readonly #ledger: Ledger;
  readonly #random: () => number;
  /** The publish under way of each dashboard. It is sent again until it is acknowledged. */
  readonly #publishing = new Map<string, Publication>();
  readonly #open = new Set<Promise<void>>();
  readonly #ticks: NodeJS.Timeout;
  readonly #ended: IssuedToken[] = [];
  #begun = 0;
  #sessions = 0;
  #nextLogout = 0;

  /** `rate`: calls per second. `limit`: the number of calls that may be open. */
  constructor(
    { serviceUrl, office, ledger }: { serviceUrl: string; office: Office; ledger: Ledger },
    { rate, limit, random }: { rate: number; limit: number; random: () => number },
  ) {
    this.#caller = new Caller(serviceUrl);
    this.#office = office;
    this.#ledger = ledger;
    this.#random = random;
    const startedAt = performance.now();
    this.#ticks = setInterval(() => {
      const due = ((performance.now() - startedAt) / 1000) * rate;
      while (this.#begun < due) this.#begin(limit);
    }, TICK_MS);
  }

  /** Starts no more calls, and waits for those that are open. */
  async end(): Promise<void> {
    clearInterval(this.#ticks);
    await Promise.all(this.#open);
    this.#caller.close();
  }

  #begin(limit: number): void {
    const turn = (this.#begun += 1);
    if (this.#open.size >= limit) {
      this.notStarted.push(performance.now());
      return;
    }
    const call = this.#make(this.#kindOf(turn));
    this.#open.add(call);
    void call.finally(() => this.#open.delete(call));
  }

  #kindOf(turn: number): CallKind {
    if (turn % CALLS_PER_PUBLISH === 0) return 'publish';
    if (turn % CALLS_PER_SIGN_IN === 1) return 'sign-in';
    return TURNS[turn % TURNS.length]!;
  }

  async #make(kind: CallKind): Promise<void> {
    const from = performance.now();
    const result = await this.#sends[kind]().catch(toFailure);
    if (result !== null) this.calls.push({ kind, from, to: performance.now(), result });
  }

  /** The calls by kind. Each returns `null` if there is nothing to call. */
  readonly #sends: Record<CallKind, () => Promise<Result | null>> = {
    token: () => this.#getToken(),
    logout: () => this.#logOut(),
    publish: () => this.#publish(),
    'sign-in': () => this.#signIn(),
    open: () => this.#openLive(),
    'open ended': () => this.#openEnded(),
  };

  async #getToken(): Promise<Result> {
    const session = `client-${(this.#sessions += 1)}`;
    const { apiKey, readerGuid } = this.#office;
    const path = `/api/GetToken/${apiKey}/${session}/${readerGuid}`;
    const { status, body } = await this.#caller.send(path, { method: 'POST', body: '' });
    if (status !== 200) return String(status);
    const at = performance.now();
    const issued = { token: body, session, at, isLogoutAsked: false, endedAt: null };
    this.#ledger.tokens.push(issued);
    return 'ok';
  }

  /** Ends every second session in the order of their tokens. */
  async #logOut(): Promise<Result | null> {
    const issued = this.#ledger.tokens[this.#nextLogout];
    if (!issued) return null;
    this.#nextLogout += 2;
    issued.isLogoutAsked = true;
    const path = `/api/Logout/${this.#office.apiKey}/${issued.session}`;
    const { status } = await this.#caller.send(path);
    if (status !== 204) return String(status);
    issued.endedAt = performance.now();
    this.#ended.push(issued);
    return 'ok';
  }

  async #publish(): Promise<Result | null> {
    const guids = [...this.#office.dashboards.keys()];
    const guid = guids[Math.floor(this.#random() * guids.length)]!;
    const version = this.#office.dashboards.get(guid)!;
    const pending = this.#publishing.get(guid);
    const sent = pending ?? { guid, version, title: `Publish after ${version}` };
    this.#publishing.set(guid, sent);
    const { status, body } = await this.#office.publish(guid, sent.version, sent.title);
    if (status === 401) return this.#signInAgain();
    if (status !== 200) return String(status);
    const at = performance.now();
    const kept = (JSON.parse(body) as { version: number }).version;
    this.#ledger.publications.push({ ...sent, version: kept, at });
    this.#office.dashboards.set(guid, Math.max(kept, this.#office.dashboards.get(guid)!));
    this.#publishing.delete(guid);
    return 'ok';
  }

  /** A change of the secret ends sessions, as documented. */
  async #signInAgain(): Promise<Result> {
    const { cookie } = await this.#office.signIn();
    if (cookie !== '') this.#office.useSession(cookie);
    return 'signed out';
  }

  async #signIn(): Promise<Result> {
    const { answer, cookie } = await this.#office.signIn();
    if (answer.status !== 303) return String(answer.status);
    this.#ledger.signIns.push({ cookie, at: performance.now(), isOver: false });
    return 'ok';
  }

  async #openLive(): Promise<Result | null> {
    const recent = this.#ledger.tokens.slice(-RECENT).filter((each) => !each.isLogoutAsked);
    const issued = this.#pick(recent);
    if (!issued) return null;
    const status = await this.#statusOf(issued);
    if (status === 401 && !issued.isLogoutAsked) {
      this.#ledger.lost.push({ kind: 'token', at: issued.at, seen: 'refused in the run' });
    }
    return status === 200 || issued.isLogoutAsked ? 'ok' : String(status);
  }

  async #openEnded(): Promise<Result | null> {
    const issued = this.#pick(this.#ended.slice(-RECENT));
    if (!issued) return null;
    const status = await this.#statusOf(issued);
    if (status === 200) {
      this.#ledger.reopened.push({ at: issued.endedAt!, seen: 'opened in the run' });
    }
    return status === 401 ? 'ok' : String(status);
  }

  /** HEAD checks the token without a query of the dashboard. */
  async #statusOf({ token }: IssuedToken): Promise<number> {
    return (await this.#caller.send(`/Tdb/${token}`, { method: 'HEAD' })).status;
  }

  #pick(from: readonly IssuedToken[]): IssuedToken | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }
}
