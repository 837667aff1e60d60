import { createFrame, type FrameSettings } from './dashboard-frame.ts';
import type { EmbeddingStage } from './embedding-owner.ts';
import { toRefreshMs } from './fresh-data.ts';
import { inViewSince, type LazyElement } from './viewport.ts';

/** The settings of an element that its embeddings read. */
export interface StageSettings extends LazyElement, FrameSettings {
  readonly refreshEvery: number | null;
}

/** Returns an element as its embeddings see it. They read each setting when they use it. */
export function toStage(element: StageSettings): EmbeddingStage {
  return {
    root: element.renderRoot,
    refreshMs: () => toRefreshMs(element.refreshEvery),
    inViewSince: () => inViewSince(element),
    createFrame: (grant, report) => createFrame(element, grant, report),
  };
}
