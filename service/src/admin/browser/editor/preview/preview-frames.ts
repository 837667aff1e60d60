import { html, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { FormFields } from '../../../dashboards/editor-wire.ts';
import { EditorElement } from '../model/editor-element.ts';

interface Frame {
  number: number;
  page: string;
}

/**
 * The frame with the preview. A page is visible after it has loaded: before, its scripts would miss a click. The next
 * page loads behind the visible one to prevent a flash. A page that is wider than the available space is scaled down.
 */
export class PreviewFrames extends EditorElement {
  static override properties = {
    page: { attribute: false },
    width: { attribute: false },
    onSelect: { attribute: false },
    onChoose: { attribute: false },
    frames: { state: true },
    shown: { state: true },
    room: { state: true },
  };
  /** The HTML of the latest page. */
  declare page: string;
  /** The width of the page in CSS pixels; `null` for the available width. */
  declare width: number | null;
  /** Gets the id of a tile that the author clicks on. */
  declare onSelect: (tile: string) => void;
  /** Gets the fields of the filter form that the author applies; none to reset it. */
  declare onChoose: (fields: FormFields) => void;
  /** The visible frame, then the one that loads behind it. */
  declare frames: readonly Frame[];
  /** The number of the visible frame; 0 before the first page has loaded. */
  declare shown: number;
  /** The space that is available for the preview, in CSS pixels. */
  declare room: { width: number; height: number } | null;
  readonly #sizes = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    this.room = { width, height };
  });
  #count = 0;

  constructor() {
    super();
    this.frames = [];
    this.shown = 0;
    this.room = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this.parentElement!);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('page')) return;
    this.#count += 1;
    const visible = this.frames.filter(({ number }) => number === this.shown);
    this.frames = [...visible, { number: this.#count, page: this.page }];
  }

  override render(): unknown {
    return repeat(
      this.frames,
      ({ number }) => number,
      ({ number, page }) =>
        html`<iframe
          title="Preview of the dashboard"
          sandbox="allow-scripts allow-forms"
          style=${this.#style}
          srcdoc=${page}
          ?inert=${number !== this.shown}
          @load=${(event: Event) => void this.#show(number, event.target as HTMLIFrameElement)}
        ></iframe>`,
    );
  }

  get #style(): string {
    const { width, room } = this;
    if (!width || !room) return '';
    const scale = Math.min(1, room.width / width);
    const left = Math.max(0, (room.width - width) / 2);
    const size = `width: ${width}px; height: ${room.height / scale}px`;
    return `${size}; left: ${left}px; transform: scale(${scale})`;
  }

  /** Keeps the focus in the preview, from which the author may have applied filters. */
  async #show(number: number, frame: HTMLIFrameElement): Promise<void> {
    const hadFocus = this.contains(document.activeElement);
    this.#listen(frame);
    this.shown = number;
    this.frames = this.frames.filter((each) => each.number >= number);
    await this.updateComplete;
    if (hadFocus) frame.focus();
  }

  /** Listens through a port: it delivers a click whose page is replaced before the message arrives. */
  #listen(frame: HTMLIFrameElement): void {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => {
      const { selectedTile, chosen } = (data ?? {}) as Record<string, unknown>;
      if (typeof selectedTile === 'string') this.onSelect(selectedTile);
      if (isFormFields(chosen)) this.onChoose(chosen);
    });
    port1.start();
    frame.contentWindow!.postMessage(null, '*', [port2]);
  }
}

function isFormFields(value: unknown): value is FormFields {
  const isPair = (each: unknown): boolean =>
    Array.isArray(each) && each.length === 2 && each.every((text) => typeof text === 'string');
  return Array.isArray(value) && value.every(isPair);
}

declare global {
  interface HTMLElementTagNameMap {
    'preview-frames': PreviewFrames;
  }
}

customElements.define('preview-frames', PreviewFrames);
