import type { ReactiveControllerHost } from 'lit';
import type { DraftProblem } from '../../../dashboard/dashboard-draft.ts';
import type { DraftCall, RefusedAnswer, SavedAnswer } from '../../dashboards/editor-wire.ts';
import { PostError, postJson } from '../post-json.ts';
import { createGuid } from './create-guid.ts';

/** The result of the last attempt to save. */
export interface SaveState {
  kind: 'none' | 'saving' | 'saved' | 'failed';
  message: string;
  /** The version that another author has saved meanwhile; `null` if nobody has. */
  theirVersion: number | null;
}

/** The dashboard at the service. */
export interface Kept {
  /** A new dashboard has it before it is saved, so that a lost answer does not lead to a second dashboard. */
  guid: string;
  /** 0 for a dashboard that is not saved. */
  version: number;
  /** The draft that was saved last, as JSON. */
  text: string;
}

const NOTHING: SaveState = { kind: 'none', message: '', theirVersion: null };

/** Saves drafts, and updates its host. */
export class Saving {
  readonly #host: ReactiveControllerHost;
  readonly #onProblems: (problems: DraftProblem[], call: DraftCall) => void;
  #kept: Kept;
  #state = NOTHING;

  /** `start` is the dashboard at first; its guid is `null` for a new dashboard. */
  constructor(
    host: ReactiveControllerHost,
    start: Omit<Kept, 'guid'> & { guid: string | null },
    onProblems: (problems: DraftProblem[], call: DraftCall) => void,
  ) {
    this.#host = host;
    this.#onProblems = onProblems;
    this.#kept = { ...start, guid: start.guid ?? createGuid() };
  }

  get kept(): Kept {
    return this.#kept;
  }

  get isSaved(): boolean {
    return this.#kept.version > 0;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Saves a draft, unless another one is on its way. {@link state} has the result. */
  async save(call: DraftCall): Promise<void> {
    if (this.#state.kind === 'saving') return;
    this.#setState({ ...NOTHING, kind: 'saving', message: 'Saving…' });
    try {
      const { guid, version, problems } = await postJson<SavedAnswer>(this.#kept.guid, call);
      this.#kept = { guid, version, text: JSON.stringify(call.draft) };
      history.replaceState(null, '', guid);
      this.#setState({ ...NOTHING, kind: 'saved', message: 'Saved' });
      this.#onProblems(problems, call);
    } catch (error) {
      this.#fail(error as PostError, call);
    }
  }

  #fail({ status, message, answer }: PostError, call: DraftCall): void {
    const refused = answer as RefusedAnswer | null;
    if (refused?.problems) this.#onProblems(refused.problems, call);
    if (status === 404) this.#kept = { guid: createGuid(), version: 0, text: '' };
    const theirVersion = refused?.version ?? null;
    this.#setState({ kind: 'failed', message: toMessage(status, message), theirVersion });
  }

  #setState(state: SaveState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
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
