import type { DashboardDraft } from '../../dashboard/dashboard-draft.ts';

/** A draft that the service does not have yet. */
export interface LocalDraft {
  draft: DashboardDraft;
  /** The version of the service's draft that this draft is based on; 0 if the service had none. */
  draftVersion: number;
  companyId: number;
}

const PREFIX = 'dashboard-draft:';

/** Saves a draft in this browser. Does nothing if storage is unavailable. */
export function keepLocally(guid: string, draft: LocalDraft): void {
  try {
    localStorage.setItem(PREFIX + guid, JSON.stringify(draft));
  } catch {
    // The page still has the draft, and warns before the author leaves.
  }
}

/** Returns the draft of a dashboard from this browser; `null` if there is none. */
export function findLocally(guid: string): LocalDraft | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + guid) ?? 'null') as LocalDraft | null;
  } catch {
    return null;
  }
}

/** Removes a draft from this browser. */
export function forgetLocally(guid: string): void {
  try {
    localStorage.removeItem(PREFIX + guid);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Returns the guids of all drafts in this browser. */
export function listLocally(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
