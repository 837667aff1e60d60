import { expect } from 'vitest';
import type { Database } from '../../../service/src/database/database.ts';
import { openSecretBox, type ServiceBox } from '../../../service/src/start/service-secrets.ts';
import { checkSecret } from '../../../service/src/start/secret-check.ts';
import { ApiKeys } from '../../../service/src/state/api-keys.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { ConnectionStore } from '../../../service/src/state/connection-store.ts';
import { DashboardStore } from '../../../service/src/state/dashboard-store.ts';
import { DraftStore } from '../../../service/src/state/draft-store.ts';
import { PeopleStore } from '../../../service/src/state/people-store.ts';
import { type IssuedToken, TokenStore } from '../../../service/src/state/token-store.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';

/** Returns the box of a setting. */
export const openBox = (secret: string): ServiceBox => openSecretBox({ secret, folder: null });

/** A company with everything of it that is sealed. */
export interface SealedCompany {
  id: number;
  apiKey: string;
  connections: Record<string, string>;
  token: string;
  tokenConnection: string;
}

/** Companies, each with a key, data connections, and a token with its own connection string. */
export class SealedContent {
  readonly companies: SealedCompany[] = [];
  readonly #state: Database;

  constructor(state: Database) {
    this.#state = state;
  }

  /** Adds companies whose texts are sealed as a process with these secrets does. */
  async add(secrets: ServiceBox, count: number, connectionCount = 1): Promise<void> {
    await checkSecret(this.#state, secrets);
    for (let index = 0; index < count; index += 1) {
      this.companies.push(await this.#addCompany(secrets, connectionCount));
    }
  }

  async #addCompany(secrets: ServiceBox, connectionCount: number): Promise<SealedCompany> {
    const stores = storesOf(this.#state, secrets);
    const number = this.companies.length + 1;
    const id = await stores.companies.create(`Company ${number}`);
    await stores.keys.replace(id, 'planned');
    const apiKey = (await stores.keys.reveal(id))!;
    const connections: Record<string, string> = {};
    for (let index = 0; index < connectionCount; index += 1) {
      const address = `postgres://reader:${number}@db.example.com/warehouse-${index}`;
      await stores.connections.save(id, `Warehouse ${index}`, address);
      connections[`Warehouse ${index}`] = address;
    }
    const dashboard = figuresDashboard(number, {});
    await stores.dashboards.create(id, dashboard);
    const tokenConnection = `postgres://token:${number}@db.example.com/app`;
    const { token } = (await stores.tokens.issue({
      ...{ apiKey, sessionId: 's', dashboardGuid: dashboard.guid, sqlParameters: {} },
      ...{ connectionString: tokenConnection, user: null, organization: null, customInfo: null },
    })) as IssuedToken;
    return { id, apiKey, connections, token, tokenConnection };
  }

  /** Expects that a process with these secrets can start, and read and find everything. */
  async expectReadable(secrets: ServiceBox): Promise<void> {
    await checkSecret(this.#state, secrets);
    const { keys, connections, tokens } = storesOf(this.#state, secrets);
    for (const company of this.companies) {
      const { id, apiKey, token } = company;
      expect([await keys.find(apiKey), await keys.reveal(id)]).toEqual([id, apiKey]);
      expect(Object.fromEntries(await connections.find(id))).toEqual(company.connections);
      expect(await tokens.open(token)).toMatchObject({ connectionString: company.tokenConnection });
    }
  }
}

/** The stores of a process with these secrets. */
export function storesOf(state: Database, { box }: ServiceBox) {
  return {
    companies: new CompanyStore(state, box),
    keys: new ApiKeys(state, box, Date.now),
    connections: new ConnectionStore(state, box),
    dashboards: new DashboardStore(state, Date.now),
    people: new PeopleStore(state, Date.now),
    drafts: new DraftStore(state, Date.now),
    tokens: new TokenStore(state, box, () => 7200, Date.now),
  };
}
