import type { TilePart } from '../../tiles/tile-parts.ts';
import { FILTER_PREFIX } from '../../dashboard/filter-value.ts';
import { watchLists } from './choice-search.ts';
import { isUnfinished, toFields, toLabel, toQuery, withChoices } from './form-values.ts';
import { syncForm } from './form-sync.ts';
import { type LiveTiles, type PageData, readAsOf, readPageData, showAsOf } from './live-tiles.ts';
import type { Speech } from './speech.ts';
import { type TileAnswer, TileLoads, type TilePage } from './tile-loads.ts';

/** Firefox sees no release after a link was dragged, until the next click. */
const LONGEST_MS = 10_000;
/** The time between two polls, in milliseconds. */
const POLL_MS = 20;

interface PageAnswer extends TileAnswer {
  page: Document;
  form: HTMLFormElement;
}

/** An answer without a dashboard. */
class Refused extends Error {
  readonly page: Document;
  readonly isChoice: boolean;

  constructor(page: Document, status: number) {
    super();
    this.page = page;
    this.isChoice = status === 400;
  }
}

/** Returns an answer, or fails, when the page may show the outcome. */
async function ask(
  address: string,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, { signal });
    return { status: response.status, text: await response.text() };
  } finally {
    await untilReleased();
  }
}

/** Loads the tiles that a choice changes, in place of the whole page. */
export class LiveFilters implements TilePage<PageAnswer> {
  readonly #form: HTMLFormElement;
  readonly #page: PageData;
  readonly #tiles: LiveTiles;
  readonly #speech: Speech;
  readonly #loads: TileLoads<PageAnswer>;
  readonly #status: HTMLElement;
  readonly #reset: HTMLElement;
  /** The values with which the page was opened. */
  readonly #initial: string;
  /** The times of the data, by dataset. */
  readonly #times: Map<string, string>;
  /** The form with which the page was opened. */
  readonly #first: HTMLFormElement;
  /** The values in the form, as the script has read them last. */
  #read: string;
  #isSyncing = false;
  #failure: { text: string; isChoice: boolean } | null = null;

  constructor(form: HTMLFormElement, page: PageData, tiles: LiveTiles, speech: Speech) {
    this.#form = form;
    this.#page = page;
    this.#tiles = tiles;
    this.#speech = speech;
    this.#first = form.cloneNode(true) as HTMLFormElement;
    this.#initial = toQuery(form);
    this.#read = this.#initial;
    this.#loads = new TileLoads(page.parts, this.#initial, this);
    this.#status = form.querySelector('[role=status]')!;
    this.#reset = form.querySelector('.reset')!;
    const asOf = readAsOf(document);
    this.#times = new Map(page.parts.map(({ dataset }) => [dataset, asOf]));
    form.dataset.live = '';
    watchLists(form);
    this.#watch();
    for (const part of page.parts) for (const id of part.tiles) this.#letRetry(part, id);
  }

  /** The reader's choices; `undefined` for those with which the page was opened. */
  get chosen(): string | undefined {
    const { query } = this.#loads;
    return query === this.#initial ? undefined : query;
  }

  /** Applies choices of anybody. The server checks them; the page keeps its own if they are not offered. */
  async restore(chosen: unknown): Promise<void> {
    const { elements } = this.#form;
    const fields = [...new URLSearchParams(typeof chosen === 'string' ? chosen : this.#initial)];
    const known = fields.filter(
      ([name]) => name.startsWith(FILTER_PREFIX) && elements.namedItem(name),
    );
    const query = `${new URLSearchParams(known)}`;
    if (query !== this.#initial) this.#reset.hidden = false;
    this.#forget();
    await this.#loads.load(query);
    if (this.#failure?.isChoice) await this.#loads.load(this.#initial);
  }

  async request(dataset: string, query: string, signal: AbortSignal): Promise<PageAnswer> {
    const kept = toFields(this.#form).filter(([name]) => !name.startsWith(FILTER_PREFIX));
    const fields = new URLSearchParams([['tiles', dataset], ...kept]);
    const { status, text } = await ask(`?${fields}&${query}`, signal);
    const page = new DOMParser().parseFromString(text, 'text/html');
    const form = page.querySelector<HTMLFormElement>('form.filters');
    if (!form) throw new Refused(page, status);
    return { page, form, query: toQuery(form) };
  }

  setBusy({ tiles }: TilePart, isBusy: boolean): void {
    for (const id of tiles) this.#tiles.find(id)?.setAttribute('aria-busy', String(isBusy));
  }

  showTiles(part: TilePart, { page }: PageAnswer): void {
    const charts = readPageData(page)?.charts ?? {};
    for (const id of part.tiles) {
      const tile = page.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`);
      if (tile) this.#tiles.replace(id, tile, charts);
      // The author has removed the tile since the page was shown.
      else this.#tiles.find(id)?.remove();
      this.#letRetry(part, id);
    }
    this.#times.set(part.dataset, readAsOf(page));
    // The page is as old as its oldest tile.
    showAsOf([...this.#times.values()].toSorted()[0]!, this.#page.style);
  }

  showForm({ page, form, query }: PageAnswer): void {
    this.#sync(form);
    const shown = page.querySelector('.shown-parameters');
    if (shown) document.querySelector('.shown-parameters')?.replaceWith(shown);
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.tile-menu a, .back, .zip')) {
      link.href = withChoices(link.search, query);
    }
  }

  showFailure(part: TilePart, error: unknown): void {
    const refused = error instanceof Refused ? error : null;
    const reason = refused?.page.documentElement.dataset.refusal;
    if (reason && reason !== 'unavailable') return this.#close(refused.page, reason);
    const text = refused?.page.querySelector('h1')?.textContent;
    const content = this.#form.querySelector('template')!.content;
    const name = content.querySelector('strong')!.textContent;
    this.#failure = { text: text ?? name, isChoice: refused?.isChoice === true };
    for (const id of part.tiles) this.#showFailure(part, id, content);
  }

  #showFailure(part: TilePart, id: string, content: DocumentFragment): void {
    const old = this.#tiles.find(id);
    if (!old) return;
    const tile = old.cloneNode() as HTMLElement;
    tile.dataset.state = 'error';
    tile.removeAttribute('aria-busy');
    tile.append(old.querySelector('header')!.cloneNode(true), content.cloneNode(true));
    tile.querySelector('strong')!.textContent = this.#failure!.text;
    this.#tiles.replace(id, tile, {});
    this.#letRetry(part, id);
  }

  /** Shows the page without a dashboard, and reports why. */
  #close(page: Document, reason: string): void {
    this.#loads.end();
    document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
    document.documentElement.dir = page.documentElement.dir;
    document.body.replaceChildren(...page.body.childNodes);
    this.#speech.refuse(reason);
  }

  #letRetry({ dataset }: TilePart, id: string): void {
    const button = this.#tiles.find(id)?.querySelector<HTMLButtonElement>('.retry');
    if (!button) return;
    button.hidden = false;
    button.addEventListener('click', () => void this.#news(() => this.#loads.retry(dataset)));
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
      void this.#load(this.#initial);
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
    void this.#load(query);
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
    for (const [name, value] of new URLSearchParams(this.#loads.query)) {
      const values = chosen.get(name.slice(FILTER_PREFIX.length)) ?? [];
      if (value) chosen.set(name.slice(FILTER_PREFIX.length), [...values, value]);
    }
    const parameters = [...chosen].map(([name, values]) => [name, values.join(', ')]);
    this.#speech.select(Object.fromEntries(parameters), label);
  }

  #load(query: string): Promise<void> {
    return this.#news(() => this.#loads.load(query));
  }

  #forget(): void {
    this.#failure = null;
    this.#status.textContent = '';
  }

  /** Says the outcome of a load to screen readers. */
  async #news(load: () => Promise<void>): Promise<void> {
    this.#forget();
    await load();
    if (!this.#loads.isBusy) {
      this.#status.textContent = this.#failure?.text ?? this.#status.dataset.text!;
    }
  }
}

/**
 * Resolves when the reader presses nothing: an element that is replaced while it is pressed gets no click. Firefox tells
 * this for pointers, and other browsers for the space bar as well.
 */
async function untilReleased(): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS && isPressed(); waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function isPressed(): boolean {
  return document.querySelector(':active') !== null;
}
