import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { EditedDraft } from '../model/edited-draft.ts';

/** The longest pause between two keys of one typing step, in milliseconds. */
const STEP_MS = 1000;
const MAX_STEPS = 200;

/** The host of the edited draft. Setting `draft` replaces it. */
interface DraftHost extends ReactiveControllerHost {
  draft: EditedDraft;
}

/** The earlier and later states of the draft. Typing in one field is one step, and so is each other change. */
export class UndoHistory implements ReactiveController {
  readonly #host: DraftHost;
  #current: EditedDraft;
  /** The path of the last change, if it changed only a text; otherwise empty. */
  #typedAt = '';
  #changedAt = 0;
  #past: EditedDraft[] = [];
  #future: EditedDraft[] = [];

  constructor(host: DraftHost) {
    this.#host = host;
    this.#current = host.draft;
    host.addController(this);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  hostUpdate(): void {
    const { draft } = this.#host;
    if (draft === this.#current) return;
    const now = performance.now();
    const typedAt = findTextChange(this.#current, draft);
    const isSameText = typedAt !== '' && typedAt === this.#typedAt;
    if (!isSameText || now - this.#changedAt > STEP_MS)
      this.#past = [...this.#past, this.#current].slice(-MAX_STEPS);
    this.#future = [];
    this.#current = draft;
    this.#typedAt = typedAt;
    this.#changedAt = now;
  }

  readonly undo = (): void => {
    const draft = this.#past.at(-1);
    if (!draft) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.#current, ...this.#future];
    this.#show(draft);
  };

  readonly redo = (): void => {
    const [draft, ...rest] = this.#future;
    if (!draft) return;
    this.#past = [...this.#past, this.#current];
    this.#future = rest;
    this.#show(draft);
  };

  #show(draft: EditedDraft): void {
    this.#current = draft;
    this.#typedAt = '';
    this.#host.draft = draft;
  }
}

/** Returns the path of the only text that differs; empty if anything else differs. Equal parts are the same object. */
function findTextChange(one: unknown, other: unknown, place = ''): string {
  if (typeof one === 'string' && typeof other === 'string') return place;
  if (!isParent(one) || !isParent(other)) return '';
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const [key, ...more] = [...keys].filter((each) => one[each] !== other[each]);
  if (key === undefined || more.length > 0) return '';
  return findTextChange(one[key], other[key], `${place}.${key}`);
}

function isParent(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
