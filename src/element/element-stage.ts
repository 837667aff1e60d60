import { createFrame, type FrameSettings } from './dashboard-frame.ts';
import type { EmbeddingStage } from './embedding-owner.ts';
import { toRefreshMs } from './fresh-data.ts';
import { resolveUrl, type GetToken } from './token-source.ts';
import { inViewSince, type LazyElement } from './viewport.ts';

/** The settings of an element that its embeddings read. */
export interface StageSettings extends LazyElement, FrameSettings {
  readonly refreshEvery: number | null;
  readonly logoutUrl: string | null;
  readonly tokenUrl: string | null;
  readonly getToken: GetToken | null;
}

/** Returns an element as its embeddings see it. They read each setting when they use it. */
export function toStage(element: StageSettings): EmbeddingStage {
  return {
    root: element.renderRoot,
    sessionKey: () =>
      resolveUrl(element.logoutUrl) ?? element.getToken ?? resolveUrl(element.tokenUrl),
    update: () => element.requestUpdate(),
    refreshMs: () => toRefreshMs(element.refreshEvery),
    inViewSince: () => inViewSince(element),
    createFrame: (grant, report) => createFrame(element, grant, report),
  };
}
