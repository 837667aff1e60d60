import type { Hono } from 'hono';
import type { BackOfficeParts } from '../../../service/src/admin/back-office.ts';
import { createServiceApp } from '../../../service/src/start/service-app.ts';
import {
  DatabaseError,
  type DataSource,
  type Row,
} from '../../../service/src/database/database.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { findAssets } from '../../../service/src/start/page-assets.ts';
import { UNNOTED } from '../../../service/src/state/audit-note.ts';
import type { Visitor } from '../../../service/src/state/admin-session-store.ts';
import { Rights, type Role } from '../../../service/src/state/rights.ts';
import type { ServiceParts } from '../../../service/src/state/service-parts.ts';
import { type Table, toColumns, toSource } from '../tables.ts';
import { withActiveMutant } from '../with-active-mutant.ts';
import { MemoryStores } from './memory-stores.ts';

/** The parts of a service, each with some of its methods. */
type FakeParts = { [Key in keyof ServiceParts]?: Partial<ServiceParts[Key]> };

/** Decides about a call: answers it, or lets the back office do so. */
type Act = (pass: () => Promise<Response>) => Response | Promise<Response>;

/** The tables that SQL can read, as `FROM sold`. Their columns are those of the first row. */
export const TABLES: Record<string, Table> = {
  sold: () => [
    { region: 'North', revenue: 300, margin: 0.2 },
    { region: 'South', revenue: 200, margin: 0.1 },
  ],
  customers: ({ region }) =>
    [
      { region: 'East', customers: 3 },
      { region: 'North', customers: 5 },
    ].filter((row) => !region || row.region === region),
  months: () => [
    { month: '2026-01-01', orders: 3 },
    { month: '2026-02-01', orders: 5 },
  ],
  years: ({ year }) => {
    if (year && !/^\d+$/.test(String(year))) {
      throw new DatabaseError('22P02', `invalid input syntax for type integer: "${String(year)}"`);
    }
    return [{ n: Number(year ?? 1) }];
  },
};

/** The back office of one test. The test can hold, refuse or break the calls of its pages. */
export class Office {
  readonly stores = new MemoryStores();
  /** The names of data connections. Their data are those of the service. */
  connections: string[] = [];
  isSignedIn = true;
  /** The visitor's role in the only company. */
  role: Role = 'administrator';
  readonly #app: Hono;
  readonly #acts = new Map<string, Act>();
  readonly #bodies: { call: string; body: unknown }[] = [];

  private constructor(toApp: (office: Office) => Hono) {
    this.#app = toApp(this);
  }

  static async open(): Promise<Office> {
    const assets = await findAssets();
    return new Office((office) => createServiceApp(office.#toParts(assets)));
  }

  /** Lets the back office answer a request, or the test. */
  async fetch(request: Request): Promise<Response> {
    const call = new URL(request.url).pathname.split('/').at(-1)!;
    if (request.method === 'POST') {
      const text = await request.clone().text();
      const isJson = request.headers.get('content-type') === 'application/json';
      this.#bodies.push({ call, body: isJson ? JSON.parse(text) : text });
    }
    const pass = async (): Promise<Response> => this.#app.fetch(request);
    return (this.#acts.get(call) ?? ((send) => send()))(pass);
  }

  /** Answers the calls with this last part of their address from now on. */
  on(call: string, act: Act): void {
    this.#acts.set(call, act);
  }

  /** Refuses the calls from now on. */
  refuse(call: string, status: number, answer: object = {}): void {
    this.on(call, () => Response.json({ error: { message: 'Refused.' }, ...answer }, { status }));
  }

  /** Answers the calls as a proxy does that does not reach the service. */
  lose(call: string): void {
    this.on(call, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  }

  /** Holds the answers of the calls from now on. Returns a function that sends them. */
  hold(call: string): () => void {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.on(call, async (pass) => {
      await released;
      return pass();
    });
    return release;
  }

  /** Lets the back office answer the calls again. */
  heal(call: string): void {
    this.#acts.delete(call);
  }

  /** Returns the bodies of the calls so far. */
  sent<Body = unknown>(call: string): Body[] {
    return this.#bodies.filter((each) => each.call === call).map(({ body }) => body as Body);
  }

  #toVisitor(guid: string | null): Visitor {
    const { published, saved } = this.stores;
    const isKnown = guid !== null && (published.has(guid) || saved.has(guid));
    const rights = new Rights([{ companyId: 1, role: this.role }]);
    return {
      personId: 1,
      name: 'anna',
      rights,
      checkedAt: null,
      dashboardCompanyId: isKnown ? 1 : null,
    };
  }

  #toParts(assets: ServiceParts['assets']): ServiceParts {
    const { companies, keys, drafts, dashboards, dashboardList, statistics } = this.stores;
    const parts = {
      companies,
      keys,
      drafts,
      dashboards,
      dashboardList,
      statistics,
      connections: {
        names: async () => this.connections,
        list: async () => this.connections.map((name) => ({ name, lacksString: false })),
        find: async () => new Map(this.connections.map((name) => [name, name])),
      },
      sources: { find: () => SOURCE },
      queries: { dropDashboard: () => {} },
      audit: { note: () => UNNOTED, add: async () => {} },
      people: { hasAny: async () => false },
      sessions: {
        find: async (_: string, guid: string | null) =>
          this.isSignedIn ? this.#toVisitor(guid) : null,
        end: async () => null,
      },
      assets: {
        ...assets,
        adminScript: withActiveMutant(assets.adminScript),
        previewScript: withActiveMutant(assets.previewScript),
        editorScript: withActiveMutant(assets.editorScript),
      },
      maxRows: 1000,
      locale: 'en',
      url: () => 'http://127.0.0.1',
      frameAncestors: "'self'",
      faults: () => ({}),
      now: Date.now,
      report: () => {},
      closing: new AbortController().signal,
      // The pages of the tests do not use these.
      ...{ readers: {}, devices: {}, password: {}, findCaller: () => '', keepStatisticsDays: 400 },
      ...{ keepAuditDays: 400, provider: null, providerPeople: {}, signOnSecrets: {} },
      startExport: () => Promise.reject(new Error('No test exports.')),
    } satisfies FakeParts & Record<keyof BackOfficeParts, unknown>;
    return parts as unknown as ServiceParts;
  }
}

/** Finds the table with the name after the last `FROM`. */
const FROM_TABLES = toSource((sql) => {
  const from = [...sql.matchAll(/\bFROM (\w+)/gi)].at(-1);
  const table = TABLES[from?.[1] ?? ''];
  if (table) return table;
  const offset = Math.max(0, sql.indexOf(from?.[1] ?? ''));
  throw new DatabaseError('42P01', `relation "${from?.[1]}" does not exist`, { offset });
});

/** The tables as a database, which also lists them. */
const SOURCE: DataSource = {
  ...FROM_TABLES,
  read: async (sql, ...rest) =>
    sql === OWN_DIALECT.tables
      ? { columns: [], rows: listColumns() }
      : FROM_TABLES.read(sql, ...rest),
};

function listColumns(): Row[] {
  return Object.entries(TABLES).flatMap(([name, table]) =>
    toColumns(table({})).map(({ name: column, type }) => ({ name, column, type })),
  );
}
