/** The height of a page that a reader sees at first, in CSS pixels, as `FRAME.md` has it. */
const FIRST_SCREEN_PX = 900;

/** The places of the tiles on a page. A tile goes to the place with its id. */
export class TilePlaces {
  readonly #main: HTMLElement;

  constructor(main: HTMLElement) {
    this.#main = main;
  }

  /** The ids of all tiles, in their order on the page. */
  get order(): string[] {
    return this.#slots.map(({ name }) => name);
  }

  /** The ids of the tiles in the first screen. */
  get first(): string[] {
    return this.#slots
      .filter((slot) => (toBox(slot)?.top ?? Infinity) + scrollY < FIRST_SCREEN_PX)
      .map(({ name }) => name);
  }

  /** Returns whether a tile, or its place, is in the window of the page. */
  isSeen(id: string): boolean {
    const box = toBox(this.#find(id));
    return box !== undefined && box.top < innerHeight && box.bottom > 0;
  }

  /** Puts a tile into its place, with the element after it that says that it is complete. */
  put(tile: HTMLElement): void {
    this.#main.append(tile, document.createElement('wbr'));
    this.clear(tile.slot);
  }

  /** Removes the picture of a place whose tile has come. */
  clear(id: string): void {
    this.#find(id)?.replaceChildren();
  }

  /** Returns a tile that has only the title of its place. */
  makeTile(id: string): HTMLElement {
    const place = this.#find(id)?.firstElementChild;
    const [, ...kind] = place?.part ?? [];
    const tile = document.createElement('section');
    const title = document.createElement('h2');
    const header = document.createElement('header');
    tile.className = [
      'tile',
      ...kind.map((name) => (name === 'short' ? name : `tile-${name}`)),
    ].join(' ');
    tile.slot = tile.dataset.tile = id;
    title.textContent = place?.textContent.trim() ?? '';
    header.append(title);
    tile.append(header);
    return tile;
  }

  /** Removes the place of a tile that the dashboard no longer has. */
  remove(id: string): void {
    this.#find(id)?.remove();
  }

  #find(id: string): HTMLSlotElement | undefined {
    return this.#slots.find(({ name }) => name === id);
  }

  /** Browsers without declarative shadow roots show the tiles as they come. */
  get #slots(): HTMLSlotElement[] {
    return [...(this.#main.shadowRoot?.querySelectorAll('slot') ?? [])];
  }
}

/** Returns the box of a tile or its place. */
function toBox(slot: HTMLSlotElement | undefined): DOMRect | undefined {
  const [element = slot?.firstElementChild] = slot?.assignedElements() ?? [];
  return element?.getBoundingClientRect();
}
