import type { ChoiceList } from '../../dashboard/choice-list.ts';
import type {
  DashboardDraft,
  DatasetColumns,
  DraftProblem,
} from '../../dashboard/dashboard-draft.ts';
import type { TableInfo } from '../../database/table-list.ts';
import type { Column } from '../../values/column-type.ts';
import type { Dialect } from '../../database/dialect.ts';

/** The data of the editor's page for its script. */
export interface EditorStart {
  guid: string;
  company: { id: number; name: string };
  /** The names of the company's data connections. */
  connections: string[];
  /** The draft, or the published version if there is no draft. */
  draft: DashboardDraft;
  /** The version of the draft; 0 if none is saved. */
  draftVersion: number;
  /** The published version that the draft is based on; 0 if the dashboard was never published. */
  version: number;
  accessible: boolean;
  /** The published version; `null` if the dashboard was never published. */
  published: DashboardDraft | null;
  /** Whether the author may publish, share and delete. */
  mayPublish: boolean;
}

/** The names and values of a form's fields. */
export type FormFields = [name: string, value: string][];

/** Runs a draft without saving it. */
export interface PreviewCall {
  draft: DashboardDraft;
  /** The parameter values for the datasets. The keys are parameter names in lower case. */
  parameters: Record<string, string>;
  /** The fields of the preview's filter form, after the author has applied them. */
  chosen?: FormFields;
  companyId: number;
  /** The theme of the page. Default: `light`. */
  theme?: 'light' | 'dark';
}

/** Runs the published version of a dashboard. */
export type ViewCall = Partial<Pick<PreviewCall, 'parameters' | 'chosen' | 'theme'>>;

/** The published version, as its readers see it. */
export type ViewAnswer = Pick<PreviewAnswer, 'html' | 'missing'>;

/** The result of running a draft. */
export interface PreviewAnswer {
  /** The HTML of the page; missing if the draft has a problem, or a required parameter no value. */
  html?: string;
  /** The required parameters without a value. With them, there is neither a page nor a sample. */
  missing: string[];
  problems: DraftProblem[];
  /** The columns of the datasets that ran, by name. */
  columns: Record<string, DatasetColumns>;
  /** The first rows of the datasets that ran, by name. */
  samples: Record<string, ResultSample>;
  /** The lists of the filters that ran, by their parameters in lower case. */
  lists: Record<string, ListFacts>;
}

/** The facts about the list of a filter that its author should know. */
export type ListFacts = Pick<ChoiceList, 'cut' | 'nullColumn'>;

/** The first rows of a dataset that ran. */
export interface ResultSample {
  columns: Column[];
  /** The cells as text; `null` for NULL. */
  rows: (string | null)[][];
  /** The number of rows of the whole result, as far as they are counted. */
  rowCount: number;
  /** Whether there are more rows than {@link rowCount}. */
  truncated: boolean;
  durationMs: number;
}

/** The place of an editor in the history of a dashboard. */
export interface EditorPlace {
  companyId: number;
  /** The published version that the draft is based on; 0 if the dashboard was never published. */
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

/** Runs a draft with `parameters`, then publishes it. */
export interface PublishCall extends DraftCall, PreviewCall {}

/** A draft that was published. */
export interface PublishedAnswer {
  version: number;
  /** The problems of the parameter values that the draft was run with. A published draft has no other problems. */
  problems: DraftProblem[];
}

/** The earlier versions of a dashboard, the latest one first. */
export interface VersionsAnswer {
  /** `person`: who published the version; `null` after the retention of the audit. */
  versions: { version: number; title: string; savedAt: string; person: string | null }[];
}

/** An earlier version of a dashboard. */
export interface VersionAnswer {
  draft: DashboardDraft;
}

/** Lists the tables that the datasets of a company may read, on one of its connections. */
export interface TablesCall {
  companyId: number;
  /** The name of a data connection; `null` for the service's own data. */
  connection: string | null;
}

/** The dialect and the tables of a connection. */
export interface TablesAnswer {
  dialect: Dialect['name'];
  tables: TableInfo[];
}

/** A call that was refused. */
export interface RefusedAnswer {
  error: { code: string; message: string };
  problems?: DraftProblem[];
  /** The current version, if another editor has saved in the meantime. */
  version?: number;
}
