import { watchArrivals } from './arrivals.ts';
import { LiveFilters } from './live-filters.ts';
import { LiveParts } from './live-parts.ts';
import { LiveTiles, type PageData, readAsOf, readPageData, showAsOf } from './live-tiles.ts';
import { MarkChoices } from './mark-choices.ts';
import type { ReaderSettings } from './reader-state.ts';
import { Speech } from './speech.ts';
import { TileDialog } from './tile-dialog.ts';
import { watchMenus } from './tile-menus.ts';
import { TilePlaces } from './tile-places.ts';

// The script runs as soon as the shell of the page is here, while tiles are missing.
const page = readPageData(document);
const main = document.querySelector<HTMLElement>('.tiles');
if (page && main) {
  const settings: ReaderSettings = {
    tiles: [],
    late: new Set(page.parts.flatMap(({ tiles }) => tiles)),
    kept: new Map(),
    untilShown: (ids) => tiles.untilShown(ids),
  };
  const speech = new Speech(settings);
  const places = new TilePlaces(main);
  const form = findForm(page);
  const marks = form && new MarkChoices(form, page.marks);
  const tiles = new LiveTiles(settings, { page, speech, marks });
  const parts = new LiveParts({ page, form, tiles, places, speech });
  if (form) settings.filters = new LiveFilters(form, parts, tiles, speech);
  showAsOf(readAsOf(document), page.style);
  watchMenus(settings.tiles, findDialog(page, settings.tiles, speech));
  closeAsMenus('form.filters details, .tile-menu');
  const answer = watchArrivals(main, (tile) => parts.take(tile));
  const missing = answer.then(() => (canAsk(page) ? parts.loadMissing() : undefined));
  void missing.then(() => tiles.recolor(places.order));
  speech.start(tiles.untilShown(places.first));
}

function findDialog(
  { style: { formats } }: PageData,
  tiles: ReaderSettings['tiles'],
  { reportWork: onToggle }: Speech,
): TileDialog | null {
  const dialog = document.querySelector<HTMLDialogElement>('.tile-dialog');
  return dialog && new TileDialog(dialog, { tiles, formats, onToggle });
}

/** Returns the form of the filters, if the script can use it. Otherwise the reader sends it. */
function findForm(data: PageData): HTMLFormElement | null {
  const form = document.querySelector<HTMLFormElement>('form.filters');
  if (canAsk(data)) return form;
  if (form) form.dataset.sent = '';
  return null;
}

/** Returns whether the page may send requests. A frame with an opaque origin may only send forms. */
function canAsk({ parts }: PageData): boolean {
  return parts.length > 0 && origin !== 'null';
}

/** Closes lists as menus: by Escape, and by a click or the focus outside. `lists` selects their `<details>`. */
function closeAsMenus(lists: string): void {
  document.addEventListener('keydown', (event) => {
    const list = (event.target as Element).closest(`:is(${lists})[open]`);
    if (event.key !== 'Escape' || !list) return;
    event.preventDefault();
    list.removeAttribute('open');
    list.querySelector('summary')!.focus();
  });
  const closeOthers = ({ target }: Event): void => {
    for (const list of document.querySelectorAll(`:is(${lists})[open]`)) {
      if (!list.contains(target as Node)) list.removeAttribute('open');
    }
  };
  document.addEventListener('click', closeOthers);
  document.addEventListener('focusin', closeOthers);
}
