import { LiveFilters } from './live-filters.ts';
import { LiveTiles, readAsOf, readPageData, showAsOf } from './live-tiles.ts';
import './measure-text.ts';
import type { ReaderSettings } from './reader-state.ts';
import { Speech } from './speech.ts';

const page = readPageData(document);
if (page) {
  const settings: ReaderSettings = { tiles: [] };
  const speech = new Speech(settings);
  const tiles = new LiveTiles(settings.tiles, page, speech);
  const form = document.querySelector<HTMLFormElement>('form.filters');
  // A frame with an opaque origin may send forms, but no requests.
  if (form && page.parts.length > 0 && origin !== 'null') {
    settings.filters = new LiveFilters(form, page, tiles, speech);
  }
  showAsOf(readAsOf(document), page.style);
  speech.start();
}
