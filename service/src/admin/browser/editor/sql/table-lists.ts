import type { ReactiveControllerHost } from 'lit';
import type { TableInfo } from '../../../../database/table-list.ts';
import type { Dialect } from '../../../../database/dialect.ts';
import { OWN_DIALECT } from '../../../../database/dialects.ts';
import type { TablesAnswer, TablesCall } from '../../../dashboards/editor-wire.ts';
import { postJson } from '../../post-json.ts';

/** The tables of one data connection. Until they are known, its dialect is that of the service's own data. */
export interface TableList {
  dialect: Dialect['name'];
  state: 'loading' | 'ready' | 'failed';
  tables: readonly TableInfo[];
}

const LOADING: TableList = { state: 'loading', dialect: OWN_DIALECT.name, tables: [] };
const FAILED: TableList = { ...LOADING, state: 'failed' };

/** The tables of the data connections of a company. Each list loads once, when a dataset first needs it. */
export class TableLists {
  readonly #host: ReactiveControllerHost;
  readonly #companyId: number;
  readonly #lists = new Map<string, TableList>();

  constructor(host: ReactiveControllerHost, companyId: number) {
    this.#host = host;
    this.#companyId = companyId;
  }

  /** Returns the tables of a data connection. An empty name means the service's own data. */
  readonly of = (connection: string): TableList => {
    const list = this.#lists.get(connection);
    if (!list) void this.#load(connection);
    return list ?? LOADING;
  };

  async #load(connection: string): Promise<void> {
    this.#lists.set(connection, LOADING);
    const call: TablesCall = { companyId: this.#companyId, connection: connection || null };
    const list = await postJson<TablesAnswer>('tables', call).then(toList, () => FAILED);
    this.#lists.set(connection, list);
    this.#host.requestUpdate();
  }
}

function toList({ dialect, tables }: TablesAnswer): TableList {
  return { state: 'ready', dialect, tables };
}
