import type { DashboardDraft } from '../dashboard/dashboard-draft.ts';
import type { Queries } from '../database/database.ts';
import { toInstant } from './instants.ts';

/** The draft of a dashboard, separate from its published version. */
export interface SavedDraft {
  title: string;
  companyId: number;
  draft: DashboardDraft;
  /** Increases by one with each save. */
  version: number;
  /** The published version that the draft is based on; 0 for a dashboard that was never published. */
  publishedVersion: number;
  /** The editor that saved it. */
  editor: string;
}

/** A draft to save. */
export interface DraftChange {
  guid: string;
  companyId: number;
  draft: DashboardDraft;
  /** The version of the draft that this change is based on; 0 for a new draft. */
  version: number;
  publishedVersion: number;
  /** The editor that saves. It may always overwrite its own drafts, because the answer to a save may be lost. */
  editor: string;
}

const MAX_TITLE = 200;

/** The drafts of dashboards. A draft may be unfinished. */
export class DraftStore {
  readonly #state: Queries;
  readonly #now: () => number;

  constructor(state: Queries, now: () => number) {
    this.#state = state;
    this.#now = now;
  }

  /** Returns the draft of a dashboard; `null` if there is none. */
  async find(guid: string): Promise<SavedDraft | null> {
    const [row] = await this.#state.query(
      `SELECT title, company_id, content, version, published_version, editor
       FROM dashboard_drafts WHERE guid = $1::uuid`,
      [guid],
    );
    if (!row) return null;
    return {
      title: String(row.title),
      companyId: Number(row.company_id),
      draft: JSON.parse(String(row.content)) as DashboardDraft,
      version: Number(row.version),
      publishedVersion: Number(row.published_version),
      editor: String(row.editor),
    };
  }

  /** Saves a draft and returns its version; `null`, without a change, if another editor has saved in the meantime. */
  async save(change: DraftChange): Promise<number | null> {
    const { guid, companyId, draft, version, publishedVersion, editor } = change;
    const [row] = await this.#state.query(
      `INSERT INTO dashboard_drafts AS kept
         (guid, company_id, title, content, version, published_version, editor, saved_at)
       VALUES ($1::uuid, $2, $3, $4, $5::int + 1, $6, $7, $8::timestamptz)
       ON CONFLICT (guid) DO UPDATE SET title = $3, content = $4, version = kept.version + 1,
         published_version = $6, editor = $7, saved_at = $8::timestamptz
       WHERE (kept.version = $5 OR kept.editor = $7) AND kept.company_id = $2
       RETURNING version`,
      [
        guid,
        companyId,
        toDraftTitle(draft),
        JSON.stringify(draft),
        version,
        publishedVersion,
        editor,
        toInstant(this.#now()),
      ],
    );
    return row ? Number(row.version) : null;
  }

  /** Removes a draft. With `own`, keeps the draft if another editor has saved since `own.version`. */
  async remove(guid: string, own?: { version: number; editor: string }): Promise<void> {
    await this.#state.query(
      `DELETE FROM dashboard_drafts
       WHERE guid = $1::uuid AND ($2::text IS NULL OR editor = $2 OR version = $3)`,
      [guid, own?.editor ?? null, own?.version ?? 0],
    );
  }
}

/**
 * Returns the title of a draft for lists. Removes NUL and lone surrogates, which PostgreSQL's text cannot contain. The
 * draft itself is JSON, which escapes them.
 */
export function toDraftTitle({ title }: DashboardDraft): string {
  return title.toWellFormed().replaceAll('\0', '').slice(0, MAX_TITLE);
}
