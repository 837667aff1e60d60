import { html, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { EditorElement } from './editor-element.ts';

interface Frame {
  number: number;
  page: string;
}

/** The frame with the preview. The next page loads behind the visible one, so that nothing flashes. */
export class PreviewFrames extends EditorElement {
  static override properties = { page: { attribute: false }, frames: { state: true } };
  /** The HTML of the latest page. */
  declare page: string;
  /** The visible frame, then the one that loads behind it. */
  declare frames: readonly Frame[];
  #count = 0;

  constructor() {
    super();
    this.frames = [];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('page')) return;
    this.#count += 1;
    this.frames = [...this.frames.slice(0, 1), { number: this.#count, page: this.page }];
  }

  override render(): unknown {
    return repeat(
      this.frames,
      ({ number }) => number,
      ({ number, page }, index) =>
        html`<iframe
          title="Preview of the dashboard"
          sandbox="allow-scripts"
          srcdoc=${page}
          ?inert=${index > 0}
          @load=${() => this.#show(number)}
        ></iframe>`,
    );
  }

  #show(number: number): void {
    this.frames = this.frames.filter((frame) => frame.number >= number);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'preview-frames': PreviewFrames;
  }
}

customElements.define('preview-frames', PreviewFrames);
