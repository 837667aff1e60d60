import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KnownDevices } from '../../../service/src/secrets/known-devices.ts';
import type { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { API_KEY_FILE, findSecrets } from '../../../service/src/start/service-secrets.ts';
import { AdminSessionStore } from '../../../service/src/state/admin-session-store.ts';
import { ApiKeys } from '../../../service/src/state/api-keys.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { ConnectionStore } from '../../../service/src/state/connection-store.ts';
import { DashboardStore } from '../../../service/src/state/dashboard-store.ts';
import { type IssuedToken, TokenStore } from '../../../service/src/state/token-store.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { testDatabase } from '../../support/test-database.ts';
import { openBox } from './sealed-content.ts';

const OLD = 'the-secret-of-last-year';
const NEW = 'the-secret-of-this-year';
const CONNECTION = 'postgres://reader:password@db.example.com/warehouse';

const boxOf = (secret: string): SecretBox => openBox(secret).box;

describe('a box with several secrets', () => {
  const sealed = boxOf(OLD).seal('text');

  it('seals with the first one, and unseals with all of them', () => {
    const box = boxOf(`${NEW} ${OLD}`);
    expect([box.unseal(sealed), box.isCurrent(sealed)]).toEqual(['text', false]);
    const resealed = box.reseal(sealed)!;
    expect([boxOf(NEW).unseal(resealed), boxOf(OLD).unseal(resealed)]).toEqual(['text', null]);
    expect([box.isCurrent(resealed), box.reseal(resealed)]).toEqual([true, null]);
    expect(boxOf(NEW).reseal(sealed)).toBeNull();
  });

  it.each([
    `${NEW}\n${OLD}\n`,
    `  ${NEW}\t${OLD}`,
    `${NEW} a-secret-in-between ${OLD}`,
    `${NEW} ${NEW} ${OLD}`,
  ])('is that of the text %j', (text) => {
    const box = boxOf(text);
    expect([box.unseal(sealed), boxOf(NEW).unseal(box.seal('text'))]).toEqual(['text', 'text']);
    expect(readSettings({ DATABASE_URL: 'memory:', SERVICE_SECRET: text }, '/').secret).toBe(text);
  });

  it.each([`${NEW} short`, `short ${NEW}`, ' '.repeat(16), 'a former secret'])(
    'is not that of the text %j',
    (text) => {
      const read = () => readSettings({ DATABASE_URL: 'memory:', SERVICE_SECRET: text }, '/');
      expect(read).toThrow(/^SERVICE_SECRET must have at least 16 characters[^\n]+$/);
      expect(() => boxOf(text)).toThrow('at least 16 characters');
    },
  );
});

describe('a folder', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  const find = (secret?: string) => findSecrets({ folder, ...(secret && { secret }) });

  it('has one secret in each line of its file, which may contain spaces', async () => {
    await writeFile(join(folder, 'secret'), 'an old secret\n');
    expect(() => find()).toThrow('at least 16 characters');
    await writeFile(join(folder, 'secret'), 'an old secret with spaces\n');
    const { apiKey } = find();
    await writeFile(join(folder, 'secret'), `${NEW}\r\n\r\nan old secret with spaces\r\n`);
    expect(find().apiKey).toBe(apiKey);
    expect(boxOf(NEW).unseal(find().box.seal('text'))).toBe('text');
  });

  it('refuses a secret of an earlier version with a space before it opens a database', async () => {
    const former = 'a-former-secret-1 a-former-secret-2';
    const sealed = await readFile(join(folder, API_KEY_FILE), 'utf8');
    await writeFile(join(folder, 'secret'), `${former}\n`);
    await rm(join(folder, API_KEY_FILE));
    const { apiKey } = find();
    expect(() => find(former)).toThrow('Put a new secret and a space before it');
    expect(find(`${NEW} ${former}`).apiKey).toBe(apiKey);
    expect(() => find(NEW)).toThrow('SERVICE_SECRET cannot decrypt');
    expect(sealed).not.toBe(await readFile(join(folder, API_KEY_FILE), 'utf8'));
  });
});

describe.each([
  [`${OLD} ${NEW}`, `${NEW} ${OLD}`],
  [`${NEW} ${OLD}`, `${OLD} ${NEW}`],
])('what a process with %s has stored is valid in one with %s:', (writing, reading) => {
  const [writer, reader] = [boxOf(writing), boxOf(reading)];
  let databases: Databases;
  let companyId: number;
  const dashboard = figuresDashboard(1, {});

  beforeAll(async () => {
    databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
    const { state } = databases;
    companyId = await new CompanyStore(state, writer).create('Aurora');
    await new DashboardStore(state, Date.now).create(companyId, dashboard);
    await new ApiKeys(state, writer, Date.now).replace(companyId, 'planned');
  });

  afterAll(() => databases.close());

  it('an API key, also as the previous one', async () => {
    const { state } = databases;
    const key = (await new ApiKeys(state, writer, Date.now).reveal(companyId))!;
    const keys = new ApiKeys(state, reader, Date.now);
    expect([await keys.find(key), await keys.reveal(companyId)]).toEqual([companyId, key]);
    await keys.replace(companyId, 'planned');
    expect([await keys.find(key), await keys.find(`${key}-`)]).toEqual([companyId, null]);
  });

  it('a token with its connection string', async () => {
    const { state } = databases;
    const tokensOf = (box: SecretBox) => new TokenStore(state, box, () => 600, Date.now);
    const request = {
      apiKey: (await new ApiKeys(state, writer, Date.now).reveal(companyId))!,
      ...{ sessionId: 's', dashboardGuid: dashboard.guid, sqlParameters: {} },
      ...{ connectionString: CONNECTION, user: null, organization: null, customInfo: null },
    };
    const { token } = (await tokensOf(writer).issue(request)) as IssuedToken;
    expect(await tokensOf(reader).open(token)).toMatchObject({ connectionString: CONNECTION });
    expect(await tokensOf(reader).issue(request)).toMatchObject({ expiresIn: 600 });
  });

  it('a data connection', async () => {
    const { state } = databases;
    await new ConnectionStore(state, writer).save(companyId, 'Warehouse', CONNECTION);
    const found = await new ConnectionStore(state, reader).find(companyId);
    expect([...found]).toEqual([['Warehouse', CONNECTION]]);
  });

  it('a session of the back office, and its end', async () => {
    const { state } = databases;
    const sessionsOf = (box: SecretBox) =>
      new AdminSessionStore(state, box.fingerprints('password'), Date.now);
    const session = (await sessionsOf(writer).begin(['address']))!;
    expect(await sessionsOf(reader).find(session)).not.toBeNull();
    await sessionsOf(reader).end(session);
    expect(await sessionsOf(writer).find(session)).toBeNull();
  });

  it('the cookie of a known device', () => {
    const cookie = new KnownDevices(writer).createCookie();
    expect(new KnownDevices(reader).identify(cookie)).toBe(cookie.split('.')[0]);
    expect(new KnownDevices(boxOf('the-secret-of-others')).identify(cookie)).toBeNull();
  });
});
