import { findValues } from './form-values.ts';
import type { TilePart } from '../../tiles/tile-parts.ts';

/** An answer of the server. `query`: the values of the filters as the server has set them. */
export interface TileAnswer {
  query: string;
}

/** The page around the loads: its requests, and its tiles. */
export interface TilePage<Answer extends TileAnswer> {
  /** Requests the tiles of a dataset, or only the form for no dataset. Rejects for every answer without a dashboard. */
  request(dataset: string, query: string, signal: AbortSignal): Promise<Answer>;
  /** Returns whether the reader sees a tile. */
  isSeen(part: TilePart): boolean;
  /** Shows whether tiles wait for other values. */
  setBusy(part: TilePart, isBusy: boolean): void;
  showTiles(part: TilePart, answer: Answer): void;
  showForm(answer: Answer): void;
  showFailure(part: TilePart, error: unknown): void;
}

/** A part, and its values as `toKey` returns them. */
interface PartState {
  part: TilePart;
  toKey: (query: string) => string;
  /** The values of the page's own answer. */
  first: string;
  /** The values that the reader wants. */
  wanted: string | null;
  /** The values that the tiles show; `null` for a failure, and for tiles that have not come yet. */
  shown: string | null;
  load: { query: string; controller: AbortController; done: Promise<void> } | null;
}

const FORM: TilePart = { dataset: '', tiles: [], uses: [] };

/**
 * Loads the tiles whose filters have changed. A newer choice cancels the requests that it outdates, and a late answer
 * never replaces a newer one.
 */
export class TileLoads<Answer extends TileAnswer> {
  readonly #page: TilePage<Answer>;
  readonly #parts: readonly PartState[];
  readonly #form: PartState;
  #query: string;

  /** `query`: the values of the filters in the page's own answer, which brings all tiles unless it ends early. */
  constructor(parts: readonly TilePart[], query: string, page: TilePage<Answer>) {
    this.#page = page;
    this.#query = query;
    this.#parts = parts.map((part) => toState(part, query, (each) => toValues(part, each)));
    this.#form = toState(FORM, query, (each) => each);
    this.#form.shown = query;
  }

  /** The values that the reader has chosen last. */
  get query(): string {
    return this.#query;
  }

  /** Whether an answer is missing. */
  get isBusy(): boolean {
    return [this.#form, ...this.#parts].some(({ load }) => load);
  }

  /** Loads everything that these values change. Resolves when it is shown, has failed, or is outdated. */
  async load(query: string): Promise<void> {
    this.#query = query;
    const changed = this.#parts.filter((state) => this.#turn(state, query));
    // Every answer has the form. It needs a request of its own only for a filter that no tile uses.
    if (this.#turn(this.#form, query) && changed.length === 0) changed.push(this.#form);
    for (const state of this.#toSeenFirst(changed)) this.#begin(state, query);
    await Promise.all([this.#form, ...this.#parts].map(async ({ load }) => load?.done));
  }

  /** Takes a tile from the page's own answer. Returns whether it has the values that the reader wants. */
  accept(dataset: string): boolean {
    const state = this.#parts.find(({ part }) => part.dataset === dataset);
    if (!state) return true;
    if (state.wanted === state.first && !state.load) {
      state.shown = state.first;
      return true;
    }
    // Other tiles of the dataset may be there with these values, so that they are loaded together.
    if (state.shown === state.first) state.shown = null;
    return false;
  }

  /** Returns whether an answer with the tiles of a dataset is missing. */
  isLoading(dataset: string): boolean {
    return this.#parts.some(({ part, load }) => part.dataset === dataset && load);
  }

  /** Loads the tiles of datasets again. */
  retry(...datasets: readonly string[]): Promise<void> {
    for (const state of this.#parts) {
      if (datasets.includes(state.part.dataset)) state.wanted = state.shown = null;
    }
    return this.load(this.#query);
  }

  /** Cancels all requests. */
  end(): void {
    for (const { load } of [this.#form, ...this.#parts]) load?.controller.abort();
  }

  /** Sets the wanted values of a part. Returns whether they have to be loaded. */
  #turn(state: PartState, query: string): boolean {
    const key = state.toKey(query);
    if (state.wanted === key) return false;
    state.wanted = key;
    state.load?.controller.abort();
    state.load = null;
    const isLoading = state.shown !== key;
    this.#page.setBusy(state.part, isLoading);
    return isLoading;
  }

  /** The server runs queries in the order of the requests. */
  #toSeenFirst(states: readonly PartState[]): Iterable<PartState> {
    return new Set([...states.filter(({ part }) => this.#page.isSeen(part)), ...states]);
  }

  #begin(state: PartState, query: string): void {
    const controller = new AbortController();
    state.load = { query, controller, done: this.#show(state, query, controller) };
  }

  async #show(state: PartState, query: string, { signal }: AbortController): Promise<void> {
    const { dataset } = state.part;
    const answer = await this.#page.request(dataset, query, signal).catch((error: unknown) => {
      if (!signal.aborted) this.#fail(state, error);
      return null;
    });
    if (!answer || signal.aborted) return;
    this.#end(state, state.toKey(answer.query));
    this.#page.showTiles(state.part, answer);
    if (query === this.#query) await this.#showForm(query, answer);
  }

  #fail(state: PartState, error: unknown): void {
    state.load = null;
    state.shown = null;
    this.#page.showFailure(state.part, error);
  }

  #end(state: PartState, key: string): void {
    state.load = null;
    state.wanted = key;
    state.shown = key;
  }

  /** The server may have reset filters that depend on others. Answers to the same query have the same values. */
  async #showForm(query: string, answer: Answer): Promise<void> {
    this.#page.showForm(answer);
    this.#end(this.#form, answer.query);
    for (const state of this.#parts) {
      if (state.load?.query === query) state.wanted = state.toKey(answer.query);
    }
    await this.load(answer.query);
  }
}

function toState(part: TilePart, query: string, toKey: PartState['toKey']): PartState {
  const first = toKey(query);
  return { part, toKey, first, wanted: first, shown: null, load: null };
}

/** Returns the values of the filters that a part uses. An empty value and none are the same. */
function toValues({ uses }: TilePart, query: string): string {
  const fields = new URLSearchParams(query);
  return JSON.stringify(uses.map((name) => findValues(fields, name)));
}
