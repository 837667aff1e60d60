import { AXES } from './axes.ts';
import { CHOSEN } from './chosen.ts';
import { DATES } from './dates.ts';
import { FIGURES } from './figures.ts';
import { FORMATS } from './formats.ts';
import { HEAT_MAPS } from './heat-maps.ts';
import { HIDDEN } from './hidden.ts';
import { HISTOGRAMS } from './histograms.ts';
import { NAMES } from './names.ts';
import type { Plots } from './plot.ts';
import { POINTS } from './points.ts';
import { SERIES } from './series.ts';
import { SHARES } from './shares.ts';
import { SMALL_CHARTS } from './small-charts.ts';
import { TABLES } from './tables.ts';

/** All plots of the gallery, by the folder that has their files. */
export const CHAPTERS: Record<string, Plots> = {
  axes: AXES,
  chosen: CHOSEN,
  dates: DATES,
  figures: FIGURES,
  formats: FORMATS,
  'heat-maps': HEAT_MAPS,
  hidden: HIDDEN,
  histograms: HISTOGRAMS,
  names: NAMES,
  points: POINTS,
  series: SERIES,
  shares: SHARES,
  'small-charts': SMALL_CHARTS,
  tables: TABLES,
};
