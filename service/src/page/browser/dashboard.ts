import { LiveFilters } from './live-filters.ts';
import { LiveTiles, type PageData, readAsOf, readPageData, showAsOf } from './live-tiles.ts';
import { MarkChoices } from './mark-choices.ts';
import type { ReaderSettings } from './reader-state.ts';
import { Speech } from './speech.ts';
import { TileDialog } from './tile-dialog.ts';
import { watchMenus } from './tile-menus.ts';

const page = readPageData(document);
if (page) {
  const settings: ReaderSettings = { tiles: [] };
  const speech = new Speech(settings);
  const form = findForm(page);
  const marks = form && new MarkChoices(form, page.marks);
  const tiles = new LiveTiles(settings.tiles, { page, speech, marks });
  if (form) settings.filters = new LiveFilters(form, page, tiles, speech);
  showAsOf(readAsOf(document), page.style);
  watchMenus(settings.tiles, findDialog(page, settings.tiles, speech));
  closeAsMenus('form.filters details, .tile-menu');
  speech.start();
}

function findDialog(
  { style: { formats } }: PageData,
  tiles: ReaderSettings['tiles'],
  { reportWork: onToggle }: Speech,
): TileDialog | null {
  const dialog = document.querySelector<HTMLDialogElement>('.tile-dialog');
  return dialog && new TileDialog(dialog, { tiles, formats, onToggle });
}

/** Returns the form of the filters. A frame with an opaque origin may send forms, but no requests. */
function findForm({ parts }: PageData): HTMLFormElement | null {
  if (parts.length === 0 || origin === 'null') return null;
  return document.querySelector<HTMLFormElement>('form.filters');
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
