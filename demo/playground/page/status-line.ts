import { html } from 'lit';
import { PageElement } from './page-element.ts';
import type { Recorder } from './recorder.ts';
import { Redraw } from './redraw.ts';

/** The dashboard's status, and the time until its token expires. */
export class StatusLine extends PageElement {
  static override properties = { recorder: { attribute: false } };
  declare recorder: Recorder;

  constructor() {
    super();
    this.addController(new Redraw(this));
  }

  override render(): unknown {
    const { status, expiresAt } = this.recorder;
    const left = expiresAt && Math.max(0, expiresAt.getTime() - Date.now());
    const rest = left === null ? '' : `token expires in ${toClock(left)}`;
    const parts = html`<strong>${status}</strong><span>${rest}</span>`;
    return html`<p id="status" data-status=${status}>${parts}</p>`;
  }
}

/** Formats hours, minutes and seconds, such as 1:59:03 or 0:42. */
function toClock(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':');
}

declare global {
  interface HTMLElementTagNameMap {
    'status-line': StatusLine;
  }
}

customElements.define('status-line', StatusLine);
