import { html, nothing, type PropertyValues } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import { type Tile, toTileName } from '../../../../dashboard/definition.ts';
import { TILE_KINDS } from '../../../../dashboard/tile-kinds.ts';
import { EditorElement } from '../model/editor-element.ts';
import { SPANS } from '../suggest/new-tile.ts';

/** A tile that the pointer moves or resizes. */
interface Drag {
  id: string;
  kind: 'move' | 'resize';
  /** The order and the sizes of the tiles if the author releases the pointer now. */
  tiles: Tile[];
}

/**
 * The tiles in their order and with their widths. Dragging a tile moves it, and dragging its right edge resizes it.
 * Arrow keys move the focused tile, and Shift with an arrow key resizes it.
 */
export class TileBoard extends EditorElement {
  static override properties = {
    tiles: { attribute: false },
    selected: { attribute: false },
    flagged: { attribute: false },
    onSelect: { attribute: false },
    onChange: { attribute: false },
    drag: { state: true },
  };
  declare tiles: Tile[];
  /** The id of the tile whose form is open. */
  declare selected: string | null;
  /** The ids of tiles with problems. */
  declare flagged: ReadonlySet<string>;
  declare onSelect: (id: string) => void;
  declare onChange: (tiles: Tile[]) => void;
  declare drag: Drag | null;
  /** The id of the tile that a key has moved or resized. */
  #moved: string | null = null;
  #wasDragged = false;

  constructor() {
    super();
    this.drag = null;
  }

  override render(): unknown {
    const tiles = this.drag?.tiles ?? this.tiles;
    return html`<ol class="board" aria-describedby="board-hint">
        ${repeat(
          tiles,
          ({ id }) => id,
          (tile) => this.#renderTile(tile),
        )}
      </ol>
      <p class="hint" id="board-hint">
        Drag a tile to move it, or its right edge to resize it. With the keyboard, use the arrow
        keys to move it, and Shift with the arrow keys to resize it.
      </p>`;
  }

  #renderTile(tile: Tile): unknown {
    const { id, kind, span } = tile;
    const isFlagged = this.flagged.has(id);
    const classes = {
      box: true,
      low: kind === 'number' || kind === 'heading',
      dragged: this.drag?.id === id,
    };
    return html`<li class=${classMap(classes)} style="--span: ${span}" data-id=${id}>
      <button
        type="button"
        aria-pressed=${id === this.selected}
        @click=${() => this.#onClick(id)}
        @keydown=${(event: KeyboardEvent) => this.#onKeyDown(event, id)}
        @pointerdown=${(event: PointerEvent) => this.#begin(event, id, 'move')}
      >
        <span class="name">${toTileName(tile)}</span>
        <span class="kind">${TILE_KINDS[kind].name}</span>
        ${isFlagged ? html`<span class="flag">Has problems</span>` : nothing}
      </button>
      <span
        class="edge"
        @pointerdown=${(event: PointerEvent) => this.#begin(event, id, 'resize')}
      ></span>
    </li>`;
  }

  /** Selects a tile, but ignores the click that ends a drag. */
  #onClick(id: string): void {
    if (!this.#wasDragged) this.onSelect(id);
    this.#wasDragged = false;
  }

  #onKeyDown(event: KeyboardEvent, id: string): void {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = this.tiles.findIndex((tile) => tile.id === id);
    if (event.shiftKey) this.onChange(resize(this.tiles, id, nextSpan(this.tiles[index]!, step)));
    else this.onChange(moveTo(this.tiles, id, index + step));
    this.#moved = id;
  }

  /** Restores the focus of a moved tile, because it loses the focus when it moves in the page. */
  override updated(changed: PropertyValues<this>): void {
    if (!changed.has('tiles') || this.#moved === null) return;
    this.#boxOf(this.#moved)?.querySelector('button')?.focus();
    this.#moved = null;
  }

  /** Follows the pointer until it is released. The draft then changes in one step. */
  #begin(down: PointerEvent, id: string, kind: Drag['kind']): void {
    if (down.button !== 0) return;
    // Without the capture, the preview's frame would receive the events above it.
    (down.currentTarget as Element).setPointerCapture(down.pointerId);
    this.#wasDragged = false;
    const controller = new AbortController();
    const { signal } = controller;
    const follow = (event: PointerEvent): void => {
      const isDrag = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 5;
      if (!this.drag && !isDrag) return;
      const tiles = kind === 'move' ? this.#movedTo(event, id) : this.#resizedTo(event, id);
      this.drag = { id, kind, tiles };
    };
    const end = (isDone: boolean): void => {
      controller.abort();
      this.#wasDragged = this.drag !== null;
      if (isDone && this.drag) this.onChange(this.drag.tiles);
      this.drag = null;
    };
    addEventListener('pointermove', follow, { signal });
    addEventListener('pointerup', () => end(true), { signal });
    addEventListener('pointercancel', () => end(false), { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  }

  #movedTo({ clientX, clientY }: PointerEvent, id: string): Tile[] {
    const tiles = this.drag?.tiles ?? this.tiles;
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-id]');
    const index = tiles.findIndex((tile) => tile.id === over?.dataset.id);
    return index < 0 || !this.contains(over!) ? tiles : moveTo(tiles, id, index);
  }

  #resizedTo({ clientX }: PointerEvent, id: string): Tile[] {
    const { left } = this.#boxOf(id)!.getBoundingClientRect();
    const board = this.querySelector('.board')!.getBoundingClientRect();
    const wanted = ((clientX - left) / board.width) * 12;
    const nearest = SPANS.reduce((best, span) =>
      Math.abs(span - wanted) < Math.abs(best - wanted) ? span : best,
    );
    return resize(this.tiles, id, nearest);
  }

  #boxOf(id: string): Element | null {
    return this.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }
}

const STEPS: Partial<Record<string, -1 | 1>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

function nextSpan({ span }: Tile, step: -1 | 1): Tile['span'] {
  const index = SPANS.indexOf(span) + step;
  return SPANS[Math.max(0, Math.min(SPANS.length - 1, index))]!;
}

function resize(tiles: readonly Tile[], id: string, span: Tile['span']): Tile[] {
  return tiles.map((tile) =>
    tile.id === id && tile.kind !== 'heading' ? { ...tile, span } : tile,
  );
}

function moveTo(tiles: readonly Tile[], id: string, index: number): Tile[] {
  const others = tiles.filter((tile) => tile.id !== id);
  const tile = tiles.find((each) => each.id === id)!;
  const place = Math.max(0, Math.min(others.length, index));
  return [...others.slice(0, place), tile, ...others.slice(place)];
}

declare global {
  interface HTMLElementTagNameMap {
    'tile-board': TileBoard;
  }
}

customElements.define('tile-board', TileBoard);
