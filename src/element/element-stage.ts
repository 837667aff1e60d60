import { createFrame, type FrameSettings } from './dashboard-frame.ts';
import type { EmbeddingStage } from './embedding-owner.ts';
import { toRefreshMs } from './fresh-data.ts';
import type { LiveGrant } from './live-grant.ts';
import { isDark } from './color-scheme.ts';
import { textsOf } from './reader-texts.ts';
import { inViewSince, type LazyElement } from './viewport.ts';

/** The settings of an element that its embeddings read. */
export interface StageSettings extends LazyElement, FrameSettings {
  readonly label: string | null;
  readonly refreshEvery: number | null;
}

/** The element, as its embeddings see it. It reads each setting when it is used. */
export class ElementStage implements EmbeddingStage {
  readonly #element: StageSettings;

  constructor(element: StageSettings) {
    this.#element = element;
  }

  get root(): ShadowRoot {
    return this.#element.renderRoot;
  }

  get refreshMs(): number {
    return toRefreshMs(this.#element.refreshEvery);
  }

  inViewSince(enter: () => void): number {
    return inViewSince(this.#element, enter);
  }

  createFrame(grant: LiveGrant, report: (message: string) => void): HTMLIFrameElement {
    const { label, theme } = this.#element;
    const title = label || textsOf(this.#element).label;
    return createFrame(this.#element, grant, { isDark: isDark(theme), title, report });
  }
}
