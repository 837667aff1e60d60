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

/** A draft that was run. */
export interface PreviewAnswer {
  /** The page; none where the draft has a problem. */
  html?: string;
  problems: DraftProblem[];
  /** By the names of the datasets that ran. */
  columns: Record<string, DatasetColumns>;
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
