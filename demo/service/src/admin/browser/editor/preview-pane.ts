import { html, nothing } from 'lit';
import './preview-frames.ts';
import type { Preview } from './preview.ts';

/** The dashboard as its readers will see it. */
export function previewPane({ page, isWaiting, trouble, tryAgain }: Preview): unknown {
  return html`<section class="preview" aria-labelledby="preview" aria-busy=${isWaiting}>
    <div class="preview-head">
      <h2 id="preview">Preview</h2>
      <span class=${isWaiting ? 'waiting' : 'waiting over'} aria-hidden="true">Updating…</span>
      <span role="status" class="problem">${trouble}</span>
      ${
        trouble
          ? html`<button type="button" class="plain small" @click=${tryAgain}>Try again</button>`
          : nothing
      }
    </div>
    <div class="screen">
      ${
        page
          ? html`<preview-frames .page=${page}></preview-frames>`
          : html`<p class="hint">It shows here once there are a title, data and a tile.</p>`
      }
    </div>
  </section>`;
}
