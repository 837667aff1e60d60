import type { LRUCache } from 'lru-cache';
import { createShortCache } from '../process/short-cache.ts';
import { drawChart, type DrawChart, type DrawnChart } from './draw-chart.ts';

/** The largest size of all kept drawings of a process, in characters. */
const MAX_SIZE = 32 * 1024 * 1024;
/** The largest size of a kept drawing and its content, in characters. */
const MAX_ENTRY_SIZE = 1024 * 1024;

/**
 * The drawn charts of readers. Charts with equal content and style are drawn once, and their drawings are used again for
 * a short time.
 */
export class Drawings {
  readonly #keptMs: number;
  readonly #kept: LRUCache<string, DrawnChart>;

  /** `keptMs`: the time in milliseconds for which a drawing is used again. 0: never. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs;
    this.#kept = createShortCache({
      maxSize: MAX_SIZE,
      maxEntrySize: MAX_ENTRY_SIZE,
      sizeOf: ({ svg }, key) => key.length + svg.length,
      keptMs,
    });
  }

  /** Draws a chart, or returns the drawing of an equal one. */
  readonly draw: DrawChart = (content, style) => {
    if (this.#keptMs === 0) return drawChart(content, style);
    // The page's script draws from the same JSON, so equal JSON is an equal drawing.
    const key = JSON.stringify([content, style]);
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const drawn = drawChart(content, style);
    this.#kept.set(key, drawn);
    return drawn;
  };
}
