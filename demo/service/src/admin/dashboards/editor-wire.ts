import type {
  DashboardDraft,
  DatasetColumns,
  DraftProblem,
} from '../../dashboard/dashboard-draft.ts';
import type { TableInfo } from '../../dashboard/table-list.ts';
import type { Column } from '../../database/column-type.ts';

/** The data of the editor's page for its script. */
export interface EditorStart {
  guid: string;
  company: { id: number; name: string };
  /** Names of the company's data connections. */
  connections: string[];
  /** The draft, or the published version if there is no draft. */
  draft: DashboardDraft;
  /** The version of the draft; 0 if none is saved. */
  draftVersion: number;
  /** The published version that the draft began from; 0 if the dashboard was never published. */
  version: number;
  accessible: boolean;
  /** The published version; `null` if the dashboard was never published. */
  published: DashboardDraft | null;
}

/** Runs a draft and saves nothing. */
export interface PreviewCall {
  draft: DashboardDraft;
  /** Values to run the datasets with, by parameter names in lower case. */
  parameters: Record<string, string>;
  companyId: number;
  /** The theme of the page. Default: `light`. */
  theme?: 'light' | 'dark';
}

/** A draft that was run. */
export interface PreviewAnswer {
  /** The page; none if the draft has a problem. */
  html?: string;
  problems: DraftProblem[];
  /** By the names of the datasets that ran. */
  columns: Record<string, DatasetColumns>;
  /** By the names of the datasets that ran. */
  samples: Record<string, ResultSample>;
}

/** The first rows of a dataset that ran. */
export interface ResultSample {
  columns: Column[];
  /** `null`: NULL. */
  rows: (string | null)[][];
  /** Of the whole result. */
  rowCount: number;
  /** Whether there are more rows than {@link rowCount}, which is the most that a dashboard shows. */
  truncated: boolean;
  durationMs: number;
}

/** The place of an editor in the history of a dashboard. */
export interface EditorPlace {
  companyId: number;
  /** The published version that the draft began from; 0 if the dashboard was never published. */
  version: number;
  /** The version of the draft; 0 if none is saved. */
  draftVersion: number;
  /** Identifies the editor's page. */
  editor: string;
}

/** Saves a draft, which may be unfinished. */
export interface DraftCall extends EditorPlace {
  draft: DashboardDraft;
}

/** A draft that was saved. */
export interface DraftAnswer {
  draftVersion: number;
}

/** Publishes a draft, and runs it before with `parameters`. */
export interface PublishCall extends DraftCall, PreviewCall {}

/** A draft that was published. */
export interface PublishedAnswer {
  version: number;
  /** The problems of the values that it was tried with. It has no others. */
  problems: DraftProblem[];
}

/** The earlier versions of a dashboard, the latest one first. */
export interface VersionsAnswer {
  versions: { version: number; title: string; savedAt: string }[];
}

/** An earlier version of a dashboard. */
export interface VersionAnswer {
  draft: DashboardDraft;
}

/** Lists the tables that the datasets of a company may read, on one of its connections. */
export interface TablesCall {
  companyId: number;
  /** The name of a data connection. `null`: the service's own data. */
  connection: string | null;
}

/** The tables of a connection. */
export interface TablesAnswer {
  tables: TableInfo[];
}

/** A call that was refused. */
export interface RefusedAnswer {
  error: { code: string; message: string };
  problems?: DraftProblem[];
  /** If another editor has saved meanwhile: the version that is there now. */
  version?: number;
}
