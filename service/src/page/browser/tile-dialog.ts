import type { TileView } from '../tile/tile-menu.ts';
import { showFullSize } from './full-size.ts';
import type { LiveTile } from './reader-state.ts';
import { findRows, findTitle, showRows } from './rows-view.ts';

/** The page around the dialog. */
interface DialogPage {
  /** All tiles with data, as the page shows them now. */
  tiles: readonly LiveTile[];
  /** The locale of numbers and names. */
  formats: string;
  /** Called after the dialog has opened, and after it has closed. */
  onToggle: () => void;
}

/** The least height of the dialog, in CSS pixels, if less of the frame is on the screen. */
const LEAST_HEIGHT = 320;

/** Shows a tile in a modal dialog: in full size, or its rows as a table. */
export class TileDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #page: DialogPage;
  #end: (() => void) | null = null;

  constructor(dialog: HTMLDialogElement, page: DialogPage) {
    this.#dialog = dialog;
    this.#page = page;
    dialog.addEventListener('close', () => this.#close());
    dialog.querySelector('.close')!.addEventListener('click', () => this.#close());
    this.#watchOutside();
    // The printed page has all tiles.
    addEventListener('beforeprint', () => this.#close());
    addEventListener('resize', () => dialog.open && void this.#place());
  }

  /** Opens the dialog. Returns `false` if it cannot show this. */
  open({ id, element }: LiveTile, view: TileView): boolean {
    if (view === 'rows' && !findRows(element)) return false;
    void this.#place().then(() => this.#show(id, view));
    return true;
  }

  #show(id: string, view: TileView): void {
    const dialog = this.#dialog;
    const box = dialog.firstElementChild!;
    const { tiles, formats, onToggle } = this.#page;
    const find = (): LiveTile | undefined => tiles.find((tile) => tile.id === id);
    const tile = find();
    if (!tile || dialog.open) return;
    dialog.ariaLabel = findTitle(tile.element).textContent;
    dialog.showModal();
    const end = view === 'full' ? showFullSize(find, box) : showRows(find, box, formats);
    this.#end = () => {
      end();
      find()?.element.querySelector<HTMLElement>('.tile-menu summary')?.focus();
      onToggle();
    };
    onToggle();
  }

  #close(): void {
    const end = this.#end;
    this.#end = null;
    this.#dialog.close();
    end?.();
  }

  /** The dialog has the size of the frame, and its content is in the middle of what is on the screen. */
  async #place(): Promise<void> {
    const { top, height } = await findVisibleArea();
    const own = Math.min(Math.max(height, LEAST_HEIGHT), innerHeight);
    const start = Math.min(top, innerHeight - own);
    const { style } = this.#dialog;
    style.paddingBlock = `${start}px ${innerHeight - start - own}px`;
  }

  /** A selection of text may end outside. */
  #watchOutside(): void {
    const dialog = this.#dialog;
    let isOutside = false;
    dialog.addEventListener('pointerdown', ({ target }) => {
      isOutside = target === dialog;
    });
    dialog.addEventListener('click', ({ target }) => {
      if (isOutside && target === dialog) this.#close();
    });
  }
}

/** Returns the part of the frame that is on the screen. A frame may be as high as its content. */
function findVisibleArea(): Promise<DOMRectReadOnly> {
  const probe = document.createElement('div');
  Object.assign(probe.style, { position: 'fixed', inset: '0', visibility: 'hidden' });
  document.body.append(probe);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      probe.remove();
      resolve(entry!.intersectionRect);
    });
    observer.observe(probe);
  });
}
