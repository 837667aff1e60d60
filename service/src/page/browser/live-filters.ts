import {
  EMPTY_PREFIX,
  FILTER_PREFIX,
  isChoiceField,
  MAX_FILTER_VALUE,
} from '../../dashboard/filter-value.ts';
import { watchLists } from './choice-search.ts';
import { syncForm } from './form-sync.ts';
import {
  type ChosenValues,
  isUnfinished,
  linkChoices,
  toChosenValues,
  toLabel,
  toQuery,
} from './form-values.ts';
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
  /** The form with which the page was opened; `null` if its address has choices. */
  readonly #first: HTMLFormElement | null;
  /** The values in the form, as the script has read them last. */
  #read: string;
  #isSyncing = false;

  constructor(form: HTMLFormElement, parts: LiveParts, tiles: LiveTiles, speech: Speech) {
    this.#form = form;
    this.#parts = parts;
    this.#tiles = tiles;
    this.#speech = speech;
    this.#reset = form.querySelector('.reset')!;
    this.#first = this.#reset.hidden ? (form.cloneNode(true) as HTMLFormElement) : null;
    this.#initial = toQuery(form);
    this.#read = this.#initial;
    parts.onForm = (next, query) => this.#show(next, query);
    form.dataset.live = '';
    watchLists(form);
    this.#watch();
  }

  /** The reader's choices; `undefined` for the dashboard's own values. */
  get chosen(): string | undefined {
    const { query } = this.#parts;
    return this.#first && query === this.#initial ? undefined : query;
  }

  /** The choices by the names of their filters. */
  get values(): ChosenValues {
    return toChosenValues(this.#parts.query);
  }

  /** Applies choices of anybody. The server checks them; the page keeps its own if they are not offered. */
  async restore(chosen: unknown): Promise<void> {
    const { elements } = this.#form;
    // Without choices, the dashboard's own values: not those of the address.
    const own = this.#first ? this.#initial : '';
    const fields = [...new URLSearchParams(typeof chosen === 'string' ? chosen : own)];
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
    // The link loads the page without the choices of its address. An element would give them back to that page.
    if (!this.#first && parent === window) return;
    this.#reset.addEventListener('click', (event) => {
      event.preventDefault();
      if (this.#first) this.#sync(this.#first.cloneNode(true) as HTMLFormElement);
      void this.#parts.loadAloud(this.#first ? this.#initial : '');
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
    const texts = Object.entries(this.values).map(([name, all]) => [name, all.join(', ')] as const);
    // The element takes no longer text. It gets all values on their own as well.
    const short = texts.filter(([, text]) => text.length <= MAX_FILTER_VALUE);
    this.#speech.select(Object.fromEntries(short), label);
  }
}
