import { useState } from 'preact/hooks';
import type { DraftProblem } from '../../../dashboard/dashboard-draft.ts';
import type { DraftCall, RefusedAnswer, SavedAnswer } from '../../dashboards/editor-wire.ts';
import { PostError, postJson } from '../post-json.ts';
import { createGuid } from './create-guid.ts';

/** Where the last attempt to save has led. */
export interface SaveState {
  kind: 'none' | 'saving' | 'saved' | 'failed';
  message: string;
  /** What another author has saved meanwhile; `null` where nobody has. */
  theirVersion: number | null;
}

/** What is kept at the service. */
export interface Kept {
  /** A new dashboard has it before it is saved, so that no second one is made where an answer is lost. */
  guid: string;
  /** 0 for what is not saved. */
  version: number;
  /** The draft that was saved last, as JSON. */
  text: string;
}

const NOTHING: SaveState = { kind: 'none', message: '', theirVersion: null };

/** Saves drafts, and knows what was saved last: at first `start`, whose guid is `null` for a new dashboard. */
export function useSaving(
  start: Omit<Kept, 'guid'> & { guid: string | null },
  onProblems: (problems: DraftProblem[], call: DraftCall) => void,
) {
  const [kept, setKept] = useState<Kept>(() => ({ ...start, guid: start.guid ?? createGuid() }));
  const [state, setState] = useState(NOTHING);

  const fail = (error: unknown, call: DraftCall): void => {
    const { status, message, answer } = error as PostError;
    const refused = answer as RefusedAnswer | null;
    if (refused?.problems) onProblems(refused.problems, call);
    if (status === 404) setKept({ guid: createGuid(), version: 0, text: '' });
    const theirVersion = refused?.version ?? null;
    setState({ kind: 'failed', message: toMessage(status, message), theirVersion });
  };

  const save = async (call: DraftCall): Promise<void> => {
    if (state.kind === 'saving') return;
    setState({ ...NOTHING, kind: 'saving', message: 'Saving…' });
    try {
      const { guid, version, problems } = await postJson<SavedAnswer>(kept.guid, call);
      setKept({ guid, version, text: JSON.stringify(call.draft) });
      history.replaceState(null, '', guid);
      setState({ ...NOTHING, kind: 'saved', message: 'Saved' });
      onProblems(problems, call);
    } catch (error) {
      fail(error, call);
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
