import { beforeEach, describe, expect, it } from 'vitest';
import { createCompany, openOffice } from '../../support/back-office.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { draftOf } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const HOUR_MS = 60 * 60 * 1000;

let now = Date.UTC(2026, 10, 21, 12);
const tested = useBackOffice({ clock: () => now });

let company: { id: number; apiKey: string };
let guid: string;

beforeEach(async () => {
  tested.office = await openOffice(tested.url, SETTINGS.adminPassword);
  company = await createCompany(tested.office, `Two keys ${crypto.randomUUID()}`);
  guid = await tested.create(draftOf(), { companyId: company.id });
  await tested.share(guid, true);
});

const replaceKey = (reason: string) =>
  tested.office.post(`companies/${company.id}/key`, new URLSearchParams({ reason }));

async function revealKey(): Promise<string> {
  const revealed = await tested.office.post(`companies/${company.id}/key/reveal`);
  return ((await revealed.json()) as { apiKey: string }).apiKey;
}

const call = (path: string): Promise<Response> => fetch(tested.url + path);
const getToken = (key: string) => call(`/Api/GetToken/${key}/anna/${guid}`);
const statusOf = async (key: string): Promise<number> => (await getToken(key)).status;
const tokenOf = async (key: string): Promise<string> => (await getToken(key)).text();
const openWith = async (token: string): Promise<number> => (await call(`/Tdb/${token}`)).status;

/** Returns the text of the company's page, without its tags. */
async function readPage(): Promise<string> {
  const page = await (await tested.office.get(`companies/${company.id}`)).text();
  return page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
}

describe('a planned replacement of the key', () => {
  it('keeps the previous key for 24 hours', async () => {
    expect(await readPage()).not.toContain('previous key');
    expect((await replaceKey('planned')).status).toBe(303);
    const key = await revealKey();
    expect(key).not.toBe(company.apiKey);
    now += 24 * HOUR_MS - 1;
    expect([await statusOf(key), await statusOf(company.apiKey)]).toEqual([200, 200]);
    now += 1;
    expect([await statusOf(key), await statusOf(company.apiKey)]).toEqual([200, 401]);
    tested.office = await openOffice(tested.url, SETTINGS.adminPassword);
    expect(await readPage()).not.toContain('previous key');
  });

  it('lets a logout with either key end the sessions of both', async () => {
    const tokens = [await tokenOf(company.apiKey)];
    await replaceKey('planned');
    const keys = [company.apiKey, await revealKey()];
    for (const key of keys) {
      tokens.push(await tokenOf(key));
      expect((await call(`/Api/Logout/${key}/anna`)).status).toBe(204);
      for (const token of tokens) expect(await openWith(token)).toBe(401);
    }
  });

  it('says which of the two keys was used last, and when', async () => {
    await replaceKey('planned');
    const key = await revealKey();
    const unused =
      'Last use of the new key: not used yet. Last use of the previous key: not used yet.';
    expect(await readPage()).toContain(unused);
    await getToken(company.apiKey);
    now += 5 * 60_000;
    await call(`/Api/Logout/${key}/anna`);
    const page = await readPage();
    const at = (time: number): string => `${new Date(time).toISOString().slice(11, 16)} UTC`;
    expect(page).toMatch(new RegExp(`of the new key: [^.]*, ${at(now)}\\.`));
    expect(page).toMatch(new RegExp(`of the previous key: [^.]*, ${at(now - 5 * 60_000)}\\.`));
    expect(page).not.toContain(company.apiKey);
  });

  it('notes the use of a key once a minute', async () => {
    await replaceKey('planned');
    await getToken(company.apiKey);
    const before = await readPage();
    now += 59_000;
    await getToken(company.apiKey);
    expect(await readPage()).toBe(before);
    now += 2000;
    await getToken(company.apiKey);
    expect(await readPage()).not.toBe(before);
  });

  it('ends early on request, without the sessions', async () => {
    const token = await tokenOf(company.apiKey);
    await replaceKey('planned');
    const ended = await tested.office.post(
      `companies/${company.id}/key/end-previous`,
      new URLSearchParams(),
    );
    expect(ended.status).toBe(303);
    expect([await statusOf(company.apiKey), await openWith(token)]).toEqual([401, 200]);
    expect(await statusOf(await revealKey())).toBe(200);
  });

  it('ends the key before the previous one', async () => {
    const keys = [company.apiKey];
    for (const _ of [1, 2]) {
      await replaceKey('planned');
      keys.push(await revealKey());
    }
    expect(await Promise.all(keys.map(statusOf))).toEqual([401, 200, 200]);
  });
});

it('a replacement of a leaked key ends all keys and sessions of the company at once, and of no other', async () => {
  const other = await createCompany(tested.office, 'Another one');
  const otherGuid = await tested.create(draftOf(), { companyId: other.id });
  await tested.share(otherGuid, true);
  const issued = await call(`/Api/GetToken/${other.apiKey}/anna/${otherGuid}`);
  const [token, otherToken] = [await tokenOf(company.apiKey), await issued.text()];
  await replaceKey('planned');
  const second = await revealKey();
  expect((await replaceKey('leaked')).status).toBe(303);
  expect([await statusOf(company.apiKey), await statusOf(second)]).toEqual([401, 401]);
  expect([await openWith(token), await openWith(otherToken)]).toEqual([401, 200]);
  expect(await openWith(await tokenOf(await revealKey()))).toBe(200);
});

it.each(['', 'because'])('a replacement needs a reason, not “%s”', async (reason) => {
  const answer = await replaceKey(reason);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('Choose why the key is replaced.');
  expect(await statusOf(company.apiKey)).toBe(200);
});
