import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import './preview-frames.ts';
import type { Preview } from './preview.ts';

/** The screen and the theme of the preview. */
export interface PreviewStyle {
  screen: keyof typeof SCREENS;
  theme: 'light' | 'dark';
}

/** The names of screens and their widths in CSS pixels. */
const SCREENS = {
  fit: ['This window', null],
  phone: ['Phone', 390],
  tablet: ['Tablet', 820],
  wide: ['Wide', 1440],
} as const;

interface PreviewPaneOptions {
  style: PreviewStyle;
  setStyle: (style: PreviewStyle) => void;
  /** Gets the id of a tile that the author clicks on. */
  onSelect: (tile: string) => void;
}

/** Renders the dashboard as readers will see it. */
export function previewPane(preview: Preview, options: PreviewPaneOptions): unknown {
  const { page, isWaiting, trouble, tryNow, choose } = preview;
  return html`<section class="preview" aria-labelledby="preview" aria-busy=${isWaiting}>
    <div class="preview-head">
      <h2 id="preview">Preview</h2>
      <span class=${isWaiting ? 'waiting' : 'waiting over'} aria-hidden="true">Updating…</span>
      <span role="status" class="problem">${trouble}</span>
      ${
        trouble
          ? html`<button type="button" class="plain small" @click=${tryNow}>Try again</button>`
          : nothing
      }
      ${styles(options)}
    </div>
    <div class="screen">
      ${
        page
          ? html`<preview-frames
              .page=${page}
              .width=${SCREENS[options.style.screen][1]}
              .onSelect=${options.onSelect}
              .onChoose=${choose}
            ></preview-frames>`
          : html`<p class="hint">${toReason(preview)}</p>`
      }
    </div>
  </section>`;
}

/** Returns the reason why there is no page. */
function toReason({ missing }: Preview): string {
  if (missing.length === 0) return 'The preview appears as soon as a tile has a title and data.';
  return `Your application must set ${missing.join(', ')}: without a value, nobody can open the dashboard. Enter one for the preview.`;
}

function styles({ style, setStyle }: PreviewPaneOptions): unknown {
  const { screen, theme } = style;
  const setScreen = ({ target }: Event): void =>
    setStyle({ ...style, screen: (target as HTMLSelectElement).value as PreviewStyle['screen'] });
  const toggleTheme = (): void =>
    setStyle({ ...style, theme: theme === 'dark' ? 'light' : 'dark' });
  return html`<div class="preview-style">
    <select aria-label="Screen of the preview" @change=${setScreen}>
      ${Object.entries(SCREENS).map(
        ([name, [words]]) =>
          html`<option value=${name} .selected=${live(name === screen)}>${words}</option>`,
      )}
    </select>
    <button
      type="button"
      class="plain small"
      aria-pressed=${theme === 'dark'}
      @click=${toggleTheme}
    >
      Dark
    </button>
  </div>`;
}
