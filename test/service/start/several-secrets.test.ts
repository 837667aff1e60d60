import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KnownDevices } from '../../../service/src/secrets/known-devices.ts';
import type { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import {
  API_KEY_FILE,
  findSecrets,
  type ServiceBox,
} from '../../../service/src/start/service-secrets.ts';
import { AdminSessionStore } from '../../../service/src/state/admin-session-store.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { testDatabase } from '../../support/test-database.ts';
import { openBox, SealedContent, storesOf } from './sealed-content.ts';

const OLD = 'the-secret-of-last-year';
const NEW = 'the-secret-of-this-year';

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

describe('what a process with another first secret has stored', () => {
  const [writer, reader] = [openBox(`${OLD} ${NEW}`), openBox(`${NEW} ${OLD}`)];
  let databases: Databases;
  let content: SealedContent;

  beforeAll(async () => {
    databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
    content = new SealedContent(databases.state);
    await content.add(writer, 1);
  });

  afterAll(() => databases.close());

  it('is found and read: keys, tokens and connection strings', async () => {
    await content.expectReadable(reader);
    const { id, apiKey } = content.companies[0]!;
    const { keys, tokens } = storesOf(databases.state, reader);
    await keys.replace(id, 'planned');
    // The previous key.
    expect([await keys.find(apiKey), await keys.find(`${apiKey}-`)]).toEqual([id, null]);
    const request = {
      ...{ apiKey, sessionId: 's', dashboardGuid: figuresDashboard(1, {}).guid, sqlParameters: {} },
      ...{ connectionString: null, user: null, organization: null, customInfo: null },
    };
    expect(await tokens.issue(request)).toMatchObject({ expiresIn: 7200 });
  });

  it('is a session of the back office, which can end', async () => {
    const sessionsOf = ({ box }: ServiceBox) =>
      new AdminSessionStore(databases.state, box.fingerprints('password'), Date.now);
    const session = (await sessionsOf(writer).begin(['address']))!;
    expect(await sessionsOf(reader).find(session)).not.toBeNull();
    await sessionsOf(reader).end(session);
    expect(await sessionsOf(writer).find(session)).toBeNull();
  });

  it('is the cookie of a known device', () => {
    const cookie = new KnownDevices(writer.box).createCookie();
    expect(new KnownDevices(reader.box).identify(cookie)).toBe(cookie.split('.')[0]);
    expect(new KnownDevices(boxOf('the-secret-of-others')).identify(cookie)).toBeNull();
  });
});
