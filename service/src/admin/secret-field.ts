import { html } from 'hono/html';
import type { Markup } from '../page/page-shell.ts';

/** Renders a field for a secret. The secret stays on the server until a POST to `revealUrl` requests it. */
export function renderSecretField(label: string, revealUrl: string): Markup {
  return html`<div class="secret" data-reveal="${revealUrl}">
    <input value="••••••••••••••••" readonly aria-label="${label}" spellcheck="false" />
    <button type="button" data-act="reveal" aria-pressed="false">Reveal</button>
    <button type="button" data-act="copy">Copy</button>
    <span role="status"></span>
  </div>`;
}
