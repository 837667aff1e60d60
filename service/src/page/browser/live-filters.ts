import { EMPTY_PREFIX, FILTER_PREFIX, isChoiceField } from '../../dashboard/filter-value.ts';
import { watchLists } from './choice-search.ts';
import { syncForm } from './form-sync.ts';
import { isUnfinished, linkChoices, toLabel, toQuery } from './form-values.ts';
import type { LiveParts } from './live-parts.ts';
import type { LiveTiles } from './live-tiles.ts';
import type { Speech } from './speech.ts';

/** Loads the tiles that a choice changes, in place of the whole page. */
export class LiveFilters {
  readonly #form: HTMLFormElement;
  readonly #parts: LiveParts;
  readonly #tiles: LiveTiles;
  readonly #speech: Speech;
  readonly #reset: HTMLElement;
  /** The values with which the page was opened. */
  readonly #initial: string;
  /** The form with which the page was opened. */
  readonly #first: HTMLFormElement;
  /** The values in the form, as the script has read them last. */
  #read: string;
  #isSyncing = false;

  constructor(form: HTMLFormElement, parts: LiveParts, tiles: LiveTiles, speech: Speech) {
    this.#form = form;
    this.#parts = parts;
    this.#tiles = tiles;
    this.#speech = speech;
    this.#first = form.cloneNode(true) as HTMLFormElement;
    this.#initial = toQuery(form);
    this.#read = this.#initial;
    this.#reset = form.querySelector('.reset')!;
    parts.onForm = (next, query) => this.#show(next, query);
    form.dataset.live = '';
    watchLists(form);
    this.#watch();
  }

  /** The reader's choices; `undefined` for those with which the page was opened. */
  get chosen(): string | undefined {
    const { query } = this.#parts;
    return query === this.#initial ? undefined : query;
  }

  /** Applies choices of anybody. The server checks them; the page keeps its own if they are not offered. */
  async restore(chosen: unknown): Promise<void> {
    const { elements } = this.#form;
    const fields = [...new URLSearchParams(typeof chosen === 'string' ? chosen : this.#initial)];
    const known = fields.filter(
      ([name]) =>
        isChoiceField(name) && elements.namedItem(name.replace(EMPTY_PREFIX, FILTER_PREFIX)),
    );
    const query = `${new URLSearchParams(known)}`;
    if (query !== this.#initial) this.#reset.hidden = false;
    await this.#parts.load(query);
    if (this.#parts.failure?.isChoice) await this.#parts.load(this.#initial);
  }

  #show(form: HTMLFormElement, query: string): void {
    this.#sync(form);
    linkChoices(document, query);
  }

  #watch(): void {
    const form = this.#form;
    form.addEventListener('change', ({ target }) => {
      if (!isUnfinished(target)) this.#onChoice(target);
    });
    form.addEventListener('focusout', ({ target }) => this.#onChoice(target));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#onChoice(null);
    });
    // Otherwise, the address of the page has choices, and the link loads the page without them.
    if (!this.#reset.hidden) return;
    this.#reset.addEventListener('click', (event) => {
      event.preventDefault();
      this.#sync(this.#first.cloneNode(true) as HTMLFormElement);
      void this.#parts.loadAloud(this.#initial);
      this.#report(this.#reset.textContent.trim());
    });
  }

  #onChoice(target: EventTarget | null): void {
    const form = this.#form;
    const query = toQuery(form);
    if (this.#isSyncing || query === this.#read) return;
    const field = target as HTMLInputElement | null;
    // An invalid value of this field waits; that of another field is shown.
    if (field?.validity?.valid === false || !form.reportValidity()) return;
    const before = this.#read;
    this.#read = query;
    this.#reset.hidden = false;
    // The requests leave first: charts are drawn again while the server works.
    void this.#parts.loadAloud(query);
    this.#tiles.markChosen();
    this.#report(toLabel(form, before, query));
  }

  /** A browser may report a focused field that is removed as left. */
  #sync(form: HTMLFormElement): void {
    // Not those of the own form: the reader may be writing a text, which becomes a choice later.
    this.#read = toQuery(form);
    this.#isSyncing = true;
    syncForm(this.#form, form);
    this.#isSyncing = false;
    this.#tiles.markChosen();
  }

  #report(label: string): void {
    this.#speech.reportState();
    const chosen = new Map<string, string[]>();
    for (const [name, value] of new URLSearchParams(this.#parts.query)) {
      const isEmpty = name.startsWith(EMPTY_PREFIX);
      const parameter = name.slice((isEmpty ? EMPTY_PREFIX : FILTER_PREFIX).length);
      const values = chosen.get(parameter) ?? [];
      if (value) chosen.set(parameter, [...values, isEmpty ? '' : value]);
    }
    const parameters = [...chosen].map(([name, values]) => [name, values.join(', ')]);
    this.#speech.select(Object.fromEntries(parameters), label);
  }
}
