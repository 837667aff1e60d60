import type { TableInfo } from '../../dashboard/table-list.ts';
import type { Column } from '../../database/column-type.ts';
import type {
  DashboardDraft,
  DatasetColumns,
  DraftProblem,
} from '../../dashboard/dashboard-draft.ts';

/** What the editor's page hands to its script. */
export interface EditorStart {
  /** `null` for a dashboard that was never saved. */
  guid: string | null;
  version: number;
  accessible: boolean;
  company: { id: number; name: string };
  /** Names of the company's data connections. */
  connections: string[];
  draft: DashboardDraft;
}

/** What the editor sends, to try it or to save it. */
export interface DraftCall {
  draft: DashboardDraft;
  /** Values to run the datasets with, by parameter names in lower case. */
  parameters: Record<string, string>;
  /** Whose a new dashboard is to be. */
  companyId: number;
  /** What the draft was made from; 0 for a new dashboard. */
  version: number;
}

/** The tables that the datasets of a company may read, on one of its connections. */
export interface TablesCall {
  companyId: number;
  /** The name of a data connection. `null`: the service's own data. */
  connection: string | null;
}

export interface TablesAnswer {
  tables: TableInfo[];
}

/** The first rows of a dataset that ran. */
export interface ResultSample {
  columns: Column[];
  /** `null`: NULL. */
  rows: (string | null)[][];
  /** Of the whole result. */
  rowCount: number;
  /** Whether a dashboard shows no more than {@link rowCount} rows, although there are more. */
  truncated: boolean;
  durationMs: number;
}

/** A draft that was run. */
export interface PreviewAnswer {
  /** The page; none where the draft has a problem. */
  html?: string;
  problems: DraftProblem[];
  /** By the names of the datasets that ran. */
  columns: Record<string, DatasetColumns>;
  /** By the names of the datasets that ran. */
  samples: Record<string, ResultSample>;
}

/** A draft that was saved. */
export interface SavedAnswer {
  guid: string;
  version: number;
  /** Of the values that it was tried with, for nothing else has any. */
  problems: DraftProblem[];
}

/** A draft that was not saved. */
export interface RefusedAnswer {
  error: { code: string; message: string };
  problems?: DraftProblem[];
  /** Where another author saved meanwhile: the version that is there now. */
  version?: number;
}
