import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSources } from '../../../service/src/database/data-sources.ts';
import type { Database, Row } from '../../../service/src/database/database.ts';
import { toFiles } from '../../../service/src/deploy/dashboard-files.ts';
import { deploy, type DeployParts, readDashboards } from '../../../service/src/deploy/deploy.ts';
import { DeployRefusal } from '../../../service/src/deploy/refusal.ts';
import type { Dashboard } from '../../../service/src/dashboard/definition.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';
import { useFolder } from '../../support/use-folder.ts';
import { openBox, storesOf } from '../start/sealed-content.ts';

export const COMPANY = 'Harbor';
const TABLES = ['dashboards', 'dashboard_versions', 'dashboard_drafts', 'tokens', 'companies'];

/** A company in a database of its own, and a folder from which its dashboards are deployed. */
export class DeployedCompany {
  readonly folder = useFolder();
  /** The number of the company in the database. */
  id = 0;
  readonly state: Database;
  readonly parts: DeployParts;
  readonly stores: ReturnType<typeof storesOf>;

  static async open(): Promise<DeployedCompany> {
    return new DeployedCompany(await useDatabases());
  }

  private constructor({ state, data }: Awaited<ReturnType<typeof useDatabases>>) {
    this.state = state;
    this.stores = storesOf(state, openBox(SECRET));
    const sources = new DataSources(data, { servers: [], limitMs: PATIENCE_MS });
    this.parts = { ...this.stores, state, sources };
  }

  /** Begins with an empty folder, and a company without dashboards as the only one. */
  async clear(): Promise<void> {
    rmSync(this.folder, { recursive: true });
    mkdirSync(this.folder);
    await this.state.execute(`TRUNCATE ${TABLES.join(', ')} CASCADE`);
    this.id = await this.stores.companies.create(COMPANY);
  }

  /** Writes dashboards into the folder, in folders of these names. */
  write(dashboards: Record<string, Dashboard>): void {
    for (const [name, dashboard] of Object.entries(dashboards)) {
      const path = join(this.folder, name);
      mkdirSync(path, { recursive: true });
      for (const [file, text] of toFiles(dashboard)) writeFileSync(join(path, file), text);
    }
  }

  /** Deploys the folder, or one in it. `on`: the databases to use in place of the company's own. */
  async deploy(options: object = {}, on: Partial<DeployParts> = {}, name = ''): Promise<string[]> {
    const given = readDashboards(join(this.folder, name));
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
