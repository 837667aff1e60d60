import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Database, Queries, Row } from '../../../service/src/database/database.ts';
import type { Dashboard } from '../../../service/src/dashboard/definition.ts';
import {
  type DashboardDraft,
  toDashboard,
} from '../../../service/src/dashboard/dashboard-draft.ts';
import { demoDashboards } from '../../../service/src/demo/demo-dashboards.ts';
import { COMPANY_NAME } from '../../../service/src/demo/company.ts';
import { checkSecret } from '../../../service/src/start/secret-check.ts';
import type { ServiceBox } from '../../../service/src/start/service-secrets.ts';
import { PeopleStore } from '../../../service/src/state/people-store.ts';
import { ProviderPeople } from '../../../service/src/state/provider-people.ts';
import { CompanyStore, DEMO_COMPANY_ID } from '../../../service/src/state/company-store.ts';
import { ExportText } from '../../../service/src/transfer/write-export.ts';
import { draftOf } from '../admin/draft-calls.ts';
import { storesOf } from '../start/sealed-content.ts';

/** A name that is code in HTML, SQL and a terminal. */
export const HOSTILE_NAME = `<script>alert("1")</script>'; DROP TABLE companies; --\u001b[31m`;
/** The host of the connection strings. */
export const HOST = 'db.example.com';
export const PASSPHRASE = 'correct horse battery';

/** The GUID of a test's dashboard. */
export const guidOf = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Returns a dashboard that reads a data connection. Default: the service's own data. */
export function dashboardOf(guid: string, title: string, connection?: string): Dashboard {
  const dataset = { name: 'counted', sql: 'SELECT 41 + 1 AS n', ...(connection && { connection }) };
  const draft = draftOf({ title, datasets: [dataset] }) as unknown as DashboardDraft;
  return { guid, accessible: true, ...toDashboard(draft) };
}

/** Makes what a first start makes. */
export async function startFirst(state: Database, secrets: ServiceBox): Promise<void> {
  await checkSecret(state, secrets);
  const companies = new CompanyStore(state, secrets.box);
  await companies.keepDemoCompany(COMPANY_NAME, 'demo-key', demoDashboards);
}

/**
 * Fills a database as people do: companies with keys, connections, dashboards with versions, and drafts, next to
 * companies that have nothing, and one that was deleted.
 */
export async function fillState(state: Database, secrets: ServiceBox): Promise<void> {
  await startFirst(state, secrets);
  const { companies, keys, connections, dashboards, drafts } = storesOf(state, secrets);
  const aurora = await companies.create('Aurora');
  await companies.create('Empty');
  await companies.remove(await companies.create('Deleted'));
  const hostile = await companies.create(HOSTILE_NAME);
  for (const id of [aurora, hostile]) {
    await keys.replace(id, 'planned');
    await connections.save(id, 'Warehouse', `postgres://reader:${id}@${HOST}/warehouse`);
  }
  await connections.save(aurora, HOSTILE_NAME, `mysql://reader:p%40ss@${HOST}/shop`);
  // Before the demo's dashboards and after them, and more than are read at once.
  for (let number = 0; number < 25; number += 1) {
    const guid = number === 0 ? guidOf(0).replace('4', '0').replace('8', '0') : guidOf(number);
    await dashboards.create(aurora, dashboardOf(guid, `Dashboard ${number}`), 'first-editor');
  }
  for (let version = 1; version <= 22; version += 1) {
    const { title, definition } = dashboardOf(guidOf(1), `Version ${version} </script>`);
    const content = { title, definition, companyId: aurora };
    await dashboards.save(guidOf(1), version, content, 'second-editor');
  }
  await dashboards.share(guidOf(2), false);
  const changed = { ...dashboardOf('', 'Changed'), companyId: DEMO_COMPANY_ID };
  await dashboards.save(demoDashboards[0]!.guid, 1, changed, 'third-editor');
  const unfinished = draftOf({
    title: 'A NUL \0 and a lone surrogate \ud800',
    datasets: [],
    tiles: [],
  });
  for (const [guid, publishedVersion] of [
    [guidOf(1), 23],
    [guidOf(900), 0],
  ] as const) {
    await drafts.save({
      ...{ guid, companyId: aurora, version: 4, publishedVersion, editor: 'fourth-editor' },
      draft: unfinished as unknown as DashboardDraft,
    });
  }
  await addPeople(state, aurora);
}

/** Adds people as they sign in and are invited: one without a password, one with roles in places, and two of a provider. */
async function addPeople(state: Database, companyId: number): Promise<void> {
  const [people, ofProvider] = [new PeopleStore(state, Date.now), new ProviderPeople(state)];
  await people.invite('Invited', { companyId: null, role: 'reader' });
  const invitation = await people.invite(HOSTILE_NAME.slice(0, 20), { companyId, role: 'author' });
  const password = { salt: 'salt'.repeat(6), hash: 'hash'.repeat(11) };
  const id = await people.accept(invitation!, password);
  await people.setRole(id!, null, 'publisher');
  const identity = { issuer: 'https://id.example.com', name: 'Of a provider' };
  await ofProvider.setRoles((await ofProvider.keep({ ...identity, subject: 'a' }))!, [
    { companyId, role: 'administrator' },
  ]);
  await people.remove((await ofProvider.keep({ ...identity, subject: 'b' }))!);
  await people.remove(
    (await people.accept((await people.invite('Gone', { companyId, role: 'reader' }))!, password))!,
  );
}

/** Returns all lines of an export. */
export async function exportText(
  state: Queries,
  { box }: ServiceBox,
  passphrase: string | null,
): Promise<string> {
  const exported = await ExportText.create(state, box, passphrase);
  return text(Readable.from(exported.lines(new Date())));
}

/** The rows that an export has, by table. */
export type StateRows = Record<string, Row[]>;

/** Reads every row, with its secrets decrypted, and each definition as its text. */
export async function readRows(state: Queries, { box }: ServiceBox): Promise<StateRows> {
  const companies = await state.query(
    'SELECT id, name, removed_at, api_key_sealed, api_key_hash FROM companies ORDER BY id',
  );
  const connections = await state.query('SELECT * FROM data_connections ORDER BY company_id, name');
  const dashboards = await state.query(
    `SELECT guid::text, company_id, title, accessible, definition::text, version, saved_at, editor
     FROM dashboards ORDER BY guid`,
  );
  const versions = await state.query(
    `SELECT guid::text, version, title, definition::text, saved_at FROM dashboard_versions
     ORDER BY guid, version`,
  );
  const drafts = await state.query('SELECT * FROM dashboard_drafts ORDER BY guid');
  // The name of a removed person without a provider stays in the audit only.
  const people = await state.query(
    `SELECT id, name, name_key, password_salt, password_hash, removed_at, issuer, subject
     FROM people LEFT JOIN person_identities ON person_id = id
     WHERE removed_at IS NULL OR issuer IS NOT NULL ORDER BY id`,
  );
  const roles = await state.query('SELECT * FROM person_roles ORDER BY person_id, company_id');
  const unseal = (sealed: unknown): string | null =>
    typeof sealed === 'string' ? box.unseal(sealed) : null;
  return {
    companies: companies.map(({ api_key_sealed: sealed, api_key_hash: hash, ...row }) => {
      const apiKey = unseal(sealed);
      const isFound = apiKey === null ? hash === null : box.fingerprint(apiKey) === hash;
      return Object.assign(row, { apiKey, isFound });
    }),
    connections: connections.map(({ connection_string_sealed: sealed, ...row }) =>
      Object.assign(row, { connectionString: unseal(sealed) }),
    ),
    ...{ dashboards, versions, drafts, people, roles },
  };
}

/** Returns the rows without their secrets. The demo company has the key of the settings. */
export function withoutSecrets(rows: StateRows, demoKey: string): StateRows {
  return {
    ...rows,
    companies: rows.companies!.map((row) =>
      Object.assign({}, row, { apiKey: row.id === 1 ? demoKey : null }),
    ),
    connections: rows.connections!.map((row) => Object.assign({}, row, { connectionString: null })),
    people: rows.people!.map((row) =>
      Object.assign({}, row, { password_salt: null, password_hash: null }),
    ),
  };
}
