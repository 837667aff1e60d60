import { isChoiceField } from '../../dashboard/filter-value.ts';
import type { TilePart } from '../../tiles/tile-parts.ts';
import { askPage, type PageAnswer, Refused } from './ask-page.ts';
import { linkChoices, toFields, toQuery } from './form-values.ts';
import { type LiveTiles, type PageData, readAsOf, showAsOf } from './live-tiles.ts';
import type { Speech } from './speech.ts';
import { isUnreached, Outage } from './outage.ts';
import { TileLoads, type TilePage } from './tile-loads.ts';
import type { TilePlaces } from './tile-places.ts';

/** A failure that readers see. */
interface Failure {
  text: string;
  /** Whether the server does not offer a choice. */
  isChoice: boolean;
}

/** The page around its parts. */
interface PartsPage {
  page: PageData;
  /** `null` if readers can set no filter. */
  form: HTMLFormElement | null;
  tiles: LiveTiles;
  places: TilePlaces;
  speech: Speech;
}

/** Brings tiles into the page: those of its own answer, and those of requests for the datasets of tiles. */
export class LiveParts implements TilePage<PageAnswer> {
  readonly #around: PartsPage;
  readonly #loads: TileLoads<PageAnswer>;
  readonly #status: HTMLElement | null;
  /** The values of the page's own answer. */
  readonly #first: string;
  /** The times of the data, by dataset. */
  readonly #times: Map<string, string>;
  readonly #outage = new Outage(() => void this.#retryUnreached());
  #failure: Failure | null = null;
  #isClosed = false;
  /** Gets the form of each answer, with the values that the server has set. */
  onForm: (form: HTMLFormElement, query: string) => void = () => {};

  constructor(around: PartsPage) {
    const { page, form } = around;
    this.#around = around;
    this.#first = form ? toQuery(form) : '';
    this.#loads = new TileLoads(page.parts, this.#first, this);
    this.#status = form?.querySelector<HTMLElement>('[role=status]') ?? null;
    const asOf = readAsOf(document);
    this.#times = new Map(page.parts.map(({ dataset }) => [dataset, asOf]));
  }

  /** The values of the filters that the reader has chosen last. */
  get query(): string {
    return this.#loads.query;
  }

  /** The failure of the last load. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Takes a tile of the page's own answer. */
  take(tile: HTMLElement): void {
    const { tiles, places } = this.#around;
    const id = tile.dataset.tile ?? '';
    if (tiles.find(id) === tile) return;
    const part = this.#findPart(id);
    if (tiles.find(id) || (part && !this.#loads.accept(part.dataset))) return tile.remove();
    places.clear(id);
    // The reader may have set a filter that the tile does not use.
    if (this.query !== this.#first) linkChoices(tile, this.query);
    tiles.add(tile);
    if (part) this.#letRetry(id);
  }

  /** Requests the tiles that the page's own answer has not brought. */
  async loadMissing(): Promise<void> {
    if (this.#isClosed) return;
    document.querySelector('.missing')?.remove();
    const missing = this.#around.page.parts.filter(
      ({ dataset, tiles }) =>
        !this.#loads.isLoading(dataset) && tiles.some((id) => !this.#around.tiles.find(id)),
    );
    await this.#loads.retry(...missing.map(({ dataset }) => dataset));
  }

  /** Loads all tiles that other values of the filters change. */
  load(query: string): Promise<void> {
    this.forget();
    return this.#choose(query);
  }

  /** Loads as {@link load} does, and says the outcome to screen readers. */
  loadAloud(query: string): Promise<void> {
    return this.#say(() => this.#choose(query));
  }

  #choose(query: string): Promise<void> {
    // It is about the choices of the address.
    document.querySelector('.cut-choices')?.remove();
    return this.#loads.load(query);
  }

  async request(dataset: string, query: string, signal: AbortSignal): Promise<PageAnswer> {
    const { form } = this.#around;
    const all = form ? toFields(form) : [...new URLSearchParams(location.search)];
    const kept = all.filter(([name]) => !isChoiceField(name));
    return askPage(`?${new URLSearchParams([['tiles', dataset], ...kept])}&${query}`, signal);
  }

  isSeen({ tiles }: TilePart): boolean {
    return tiles.some((id) => this.#around.places.isSeen(id));
  }

  setBusy({ tiles }: TilePart, isBusy: boolean): void {
    for (const id of tiles) this.#around.tiles.find(id)?.setAttribute('aria-busy', String(isBusy));
  }

  showTiles(part: TilePart, { page }: PageAnswer): void {
    for (const id of part.tiles) {
      const tile = page.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`);
      if (tile) this.#show(id, tile);
      else this.#remove(id);
    }
    this.#times.set(part.dataset, readAsOf(page));
    // The page is as old as its oldest tile.
    showAsOf([...this.#times.values()].toSorted()[0]!, this.#around.page.style);
  }

  showForm({ form, query, page }: PageAnswer): void {
    if (!form) return;
    this.onForm(form, query);
    const shown = page.querySelector('.shown-parameters');
    if (shown) document.querySelector('.shown-parameters')?.replaceWith(shown);
  }

  showFailure(part: TilePart, error: unknown): void {
    if (this.#isClosed) return;
    const refused = error instanceof Refused ? error : null;
    const reason = refused?.page.documentElement.dataset.refusal;
    if (reason && reason !== 'unavailable') return this.#close(refused.page, reason);
    const { content } = document.querySelector<HTMLTemplateElement>('#failed-tile')!;
    const text = refused?.page.querySelector('h1')?.textContent;
    const name = content.querySelector('strong')!.textContent;
    this.#failure = { text: text ?? name, isChoice: refused?.isChoice === true };
    for (const id of part.tiles) this.#show(id, this.#toFailed(id, content));
  }

  #show(id: string, tile: HTMLElement): void {
    const { tiles, places } = this.#around;
    if (tiles.find(id)) tiles.replace(id, tile);
    else {
      // Its place has been shown.
      tile.classList.add('late');
      places.put(tile);
      tiles.add(tile);
    }
    this.#letRetry(id);
  }

  /** The author has removed the tile since the page was shown. */
  #remove(id: string): void {
    this.#around.tiles.find(id)?.remove();
    this.#around.places.remove(id);
  }

  #toFailed(id: string, content: DocumentFragment): HTMLElement {
    const { tiles, places } = this.#around;
    const old = tiles.find(id) ?? places.makeTile(id);
    const tile = old.cloneNode() as HTMLElement;
    tile.dataset.state = 'error';
    tile.removeAttribute('aria-busy');
    tile.append(old.querySelector('header')!.cloneNode(true), content.cloneNode(true));
    const { text, isChoice } = this.#failure!;
    tile.querySelector('strong')!.textContent = text;
    // The server does not offer the choice the next time either.
    if (isChoice) delete tile.querySelector<HTMLElement>('.retry')!.dataset.outage;
    return tile;
  }

  #findPart(id: string): TilePart | undefined {
    return this.#around.page.parts.find(({ tiles }) => tiles.includes(id));
  }

  #letRetry(id: string): void {
    const tile = this.#around.tiles.find(id)!;
    const button = tile.querySelector<HTMLButtonElement>('.retry');
    // A frame with an opaque origin may send no requests.
    if (!button || origin === 'null') return;
    button.hidden = false;
    button.addEventListener('click', () => void this.#say(() => this.#retryFailed()));
    this.#outage.note(tile);
  }

  /** Loads all tiles that have failed, because an outage concerns most of them. */
  #retryFailed(): Promise<void> {
    return this.#retry((tile) => tile.querySelector('.retry') !== null);
  }

  async #retryUnreached(): Promise<void> {
    await this.#retry(isUnreached);
    if (this.#findParts(isUnreached).length === 0) this.#outage.end();
  }

  #retry(isChosen: (tile: HTMLElement) => boolean): Promise<void> {
    const parts = this.#findParts(isChosen).filter(
      ({ dataset }) => !this.#loads.isLoading(dataset),
    );
    return this.#loads.retry(...parts.map(({ dataset }) => dataset));
  }

  #findParts(isChosen: (tile: HTMLElement) => boolean): TilePart[] {
    const { page, tiles } = this.#around;
    const isOneOf = (id: string): boolean => {
      const tile = tiles.find(id);
      return tile !== undefined && isChosen(tile);
    };
    return page.parts.filter((part) => part.tiles.some(isOneOf));
  }

  /** Shows the page without a dashboard, and reports why. */
  #close(page: Document, reason: string): void {
    this.#isClosed = true;
    this.#loads.end();
    this.#outage.end();
    document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
    document.documentElement.dir = page.documentElement.dir;
    document.body.replaceChildren(...page.body.childNodes);
    this.#around.speech.refuse(reason);
  }

  /** Forgets the outcome of the last load. */
  forget(): void {
    this.#failure = null;
    if (this.#status) this.#status.textContent = '';
  }

  async #say(load: () => Promise<void>): Promise<void> {
    this.forget();
    await load();
    if (this.#status && !this.#loads.isBusy) {
      this.#status.textContent = this.#failure?.text ?? this.#status.dataset.text!;
    }
  }
}
