import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { DataSources } from '../../../service/src/database/data-sources.ts';
import type { Database, Row } from '../../../service/src/database/database.ts';
import { toFiles } from '../../../service/src/deploy/dashboard-files.ts';
import { deploy, type DeployParts, readDashboards } from '../../../service/src/deploy/deploy.ts';
import { DeployRefusal } from '../../../service/src/deploy/refusal.ts';
import type { Dashboard } from '../../../service/src/dashboard/definition.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { ConnectionStore } from '../../../service/src/state/connection-store.ts';
import { DashboardStore } from '../../../service/src/state/dashboard-store.ts';
import { DraftStore } from '../../../service/src/state/draft-store.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { testDatabase } from '../../support/test-database.ts';
import { openBox } from '../start/sealed-content.ts';

export const COMPANY = 'Harbor';
const TABLES = ['dashboards', 'dashboard_versions', 'dashboard_drafts', 'tokens', 'companies'];

/** A company in a database of its own, and a folder from which its dashboards are deployed. */
export class DeployedCompany {
  /** The address of the database. */
  readonly address: string;
  readonly folder: string;
  /** The number of the company in the database. */
  id = 0;
  readonly state: Database;
  readonly parts: DeployParts;
  readonly dashboards: DashboardStore;
  readonly drafts: DraftStore;
  readonly #databases: Databases;

  private constructor(address: string, databases: Databases, folder: string) {
    const { state, data } = databases;
    const { box } = openBox('a-secret-of-the-tests');
    this.#databases = databases;
    this.address = address;
    this.folder = folder;
    this.state = state;
    this.parts = {
      state,
      companies: new CompanyStore(state, box),
      connections: new ConnectionStore(state, box),
      sources: new DataSources(data, { servers: [], limitMs: PATIENCE_MS }),
    };
    this.dashboards = new DashboardStore(state, Date.now);
    this.drafts = new DraftStore(state, Date.now);
  }

  static async open(): Promise<DeployedCompany> {
    const address = await testDatabase();
    const databases = await openDatabases(parseDatabaseUrl(address), PATIENCE_MS);
    const folder = await mkdtemp(join(tmpdir(), 'dashboard-deploy-'));
    return new DeployedCompany(address, databases, folder);
  }

  /** Begins with an empty folder, and a company without dashboards as the only one. */
  async clear(): Promise<void> {
    this.empty();
    await this.state.execute(`TRUNCATE ${TABLES.join(', ')} CASCADE`);
    this.id = await this.parts.companies.create(COMPANY);
  }

  async close(): Promise<void> {
    await this.#databases.close();
    await rm(this.folder, { recursive: true });
  }

  /** Empties the folder. */
  empty(): void {
    rmSync(this.folder, { recursive: true });
    mkdirSync(this.folder);
  }

  /** Writes dashboards into the folder, in folders of these names. */
  write(dashboards: Record<string, Dashboard>): void {
    for (const [name, dashboard] of Object.entries(dashboards)) {
      const path = join(this.folder, name);
      mkdirSync(path, { recursive: true });
      for (const [file, text] of toFiles(dashboard)) writeFileSync(join(path, file), text);
    }
  }

  /** Deploys the folder. `on`: the databases to use in place of the company's own. */
  async deploy(options: object = {}, on: Partial<DeployParts> = {}): Promise<string[]> {
    const given = readDashboards(this.folder);
    const all = { company: COMPANY, publishes: false, removes: false, isDry: false, ...options };
    return deploy(given, { ...this.parts, ...on }, all);
  }

  /** Deploys the folder, and returns the lines of the refusal. */
  async refuse(options: object = {}, on: Partial<DeployParts> = {}): Promise<readonly string[]> {
    try {
      await this.deploy(options, on);
    } catch (error) {
      if (error instanceof DeployRefusal) return error.lines;
      throw error;
    }
    return [];
  }

  /** Returns the state with another way of exclusive work. */
  onExclusively(exclusively: Database['exclusively']): Database {
    const { state } = this;
    return {
      isOpen: true,
      query: (...statement) => state.query(...statement),
      execute: (sql) => state.execute(sql),
      exclusively,
      close: () => state.close(),
    };
  }

  /** Returns all rows that a deploy may change. */
  async read(): Promise<Row[][]> {
    const rows: Row[][] = [];
    for (const table of TABLES) {
      rows.push(
        await this.state.query(`SELECT to_json(t)::text AS row FROM ${table} t ORDER BY 1`),
      );
    }
    return rows;
  }
}
