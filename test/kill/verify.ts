import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Caller } from './caller.ts';
import type { IssuedToken, Ledger, SignIn } from './ledger.ts';
import type { Office } from './office.ts';
import { shuffle } from './random.ts';
import type { Stack } from './stack.ts';

/** The number of tokens that are opened at the end. All others are looked up in the database. */
const OPENED = 2000;
/** The number of calls at a time. */
const AT_A_TIME = 8;
/** The pause before a question that the service could not answer, in milliseconds. */
const PAUSE_MS = 500;
/** A service that answers nothing for so many pauses is broken. */
const MOST_PAUSES = 240;

/** Compares everything that was acknowledged with the database, and asks the service for a sample. */
export async function verify(stack: Stack, ledger: Ledger, random: () => number): Promise<void> {
  await compareTokens(stack, ledger);
  await comparePublications(stack, ledger);
  const caller = new Caller(stack.serviceUrl);
  const sample = shuffle(ledger.tokens, random).slice(0, OPENED);
  await inTurns(sample, (issued) => openAgain(caller, ledger, issued));
  caller.close();
  await inTurns(ledger.signIns, (signIn) => checkSignIn(stack.office, ledger, signIn));
}

async function compareTokens({ database }: Stack, ledger: Ledger): Promise<void> {
  const rows = await database.run(
    'dashboards',
    `SELECT token_hash AS hash, invalidated_at IS NULL AS is_open FROM dashboard_service.tokens`,
  );
  const stored = new Map(rows.map(({ hash, is_open: isOpen }) => [hash, isOpen]));
  for (const { token, at, endedAt } of ledger.tokens) {
    const hash = createHash('sha256').update(token).digest('base64url');
    const isOpen = stored.get(hash);
    const seen = 'not in the database';
    if (isOpen === undefined) ledger.lost.push({ kind: 'token', at, seen });
    else if (isOpen === true && endedAt !== null) {
      ledger.lost.push({ kind: 'logout', at: endedAt, seen });
    }
  }
}

async function comparePublications({ database }: Stack, ledger: Ledger): Promise<void> {
  const rows = await database.run(
    'dashboards',
    `SELECT guid::text, version, title, TRUE AS is_current FROM dashboard_service.dashboards
     UNION ALL SELECT guid::text, version, title, FALSE FROM dashboard_service.dashboard_versions`,
  );
  const titles = new Map(
    rows.map(({ guid, version, title }) => [`${String(guid)} ${String(version)}`, title]),
  );
  const current = new Map(
    rows.filter((row) => row['is_current']).map(({ guid, version }) => [guid, Number(version)]),
  );
  for (const { guid, version, title, at } of ledger.publications) {
    // The service keeps a number of versions: an older one has no title any more.
    const kept = titles.get(`${guid} ${version}`) ?? title;
    const isThere = kept === title && (current.get(guid) ?? 0) >= version;
    if (!isThere) ledger.lost.push({ kind: 'publish', at, seen: 'not in the database' });
  }
}

async function openAgain(caller: Caller, ledger: Ledger, issued: IssuedToken): Promise<void> {
  const status = await ask(async () => {
    const { status: each } = await caller.send(`/Tdb/${issued.token}`, { method: 'HEAD' });
    return each < 500 ? each : null;
  });
  const { at, endedAt, isLogoutAsked } = issued;
  if (endedAt !== null && status === 200) ledger.reopened.push({ at: endedAt, seen: 'at the end' });
  if (!isLogoutAsked && status !== 200) {
    ledger.lost.push({ kind: 'token', at, seen: `answered with ${status} at the end` });
  }
}

/** Checks the sign-ins so far. A change of the secret ends them next, as documented. */
export async function endSignIns(office: Office, ledger: Ledger): Promise<void> {
  const all = [...ledger.signIns];
  await inTurns(all, (signIn) => checkSignIn(office, ledger, signIn));
  for (const signIn of all) signIn.isOver = true;
}

async function checkSignIn(office: Office, ledger: Ledger, signIn: SignIn): Promise<void> {
  if (signIn.isOver) return;
  const isLive = await ask(() => office.isLive(signIn.cookie));
  if (!isLive) ledger.lost.push({ kind: 'sign-in', at: signIn.at, seen: 'refused' });
}

/** Asks until there is an answer. */
async function ask<Found>(question: () => Promise<Found | null>): Promise<Found> {
  for (let pause = 0; pause < MOST_PAUSES; pause += 1) {
    const answer = await question().catch(() => null);
    if (answer !== null) return answer;
    await wait(PAUSE_MS);
  }
  throw new Error('The service has answered nothing for two minutes after the last fault.');
}

/** Calls `check` for each item, a few at a time. */
async function inTurns<Item>(
  items: readonly Item[],
  check: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const take = async (): Promise<void> => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await check(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, take));
}
