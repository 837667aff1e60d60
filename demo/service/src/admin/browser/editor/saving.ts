import { useState } from 'preact/hooks';
import type { DraftProblem } from '../../../dashboard/dashboard-draft.ts';
import type { DraftCall, RefusedAnswer, SavedAnswer } from '../../dashboards/editor-wire.ts';
import { PostError, postJson } from '../post-json.ts';

/** Where the last attempt to save has led. */
export interface SaveState {
  kind: 'none' | 'saving' | 'saved' | 'failed';
  message: string;
  /** What another author has saved meanwhile; `null` where nobody has. */
  theirVersion: number | null;
}

/** What is kept at the service. */
export interface Kept {
  guid: string | null;
  version: number;
  /** The draft that was saved last, as JSON. */
  text: string;
}

const NOTHING: SaveState = { kind: 'none', message: '', theirVersion: null };

/** Saves drafts, and knows what was saved last. */
export function useSaving(start: Kept, onProblems: (problems: DraftProblem[]) => void) {
  const [kept, setKept] = useState(start);
  const [state, setState] = useState(NOTHING);

  const fail = (error: unknown): void => {
    const { status, message, answer } = error as PostError;
    const refused = answer as RefusedAnswer | null;
    if (refused?.problems) onProblems(refused.problems);
    if (status === 404 && kept.guid) setKept({ ...kept, guid: null, version: 0 });
    const theirVersion = refused?.version ?? null;
    setState({ kind: 'failed', message: toMessage(status, message), theirVersion });
  };

  const save = async (call: DraftCall): Promise<void> => {
    if (state.kind === 'saving') return;
    setState({ ...NOTHING, kind: 'saving', message: 'Saving…' });
    try {
      const url = kept.guid ?? '../dashboards';
      const { guid, version } = await postJson<SavedAnswer>(url, call);
      setKept({ guid, version, text: JSON.stringify(call.draft) });
      history.replaceState(null, '', guid);
      setState({ ...NOTHING, kind: 'saved', message: 'Saved' });
      onProblems([]);
    } catch (error) {
      fail(error);
    }
  };

  return { kept, state, save };
}

function toMessage(status: number, message: string): string {
  if (status === 0)
    return 'The service cannot be reached. Your changes are still here: save again.';
  if (status === 401) {
    return 'You are logged out. Log in again in another tab, then save: your changes are still here.';
  }
  if (status === 404) return 'It was removed meanwhile. Save again to keep it as a new one.';
  return message;
}
