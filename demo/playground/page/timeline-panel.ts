import { html } from 'lit';
import { PageElement } from './page-element.ts';
import type { Recorder } from './recorder.ts';
import { Redraw } from './redraw.ts';
import './status-line.ts';
import './timeline.ts';

/** The status in one line, and the timeline below it. The first renewal opens the timeline. */
export class TimelinePanel extends PageElement {
  static override properties = {
    recorder: { attribute: false },
    isOpen: { state: true },
  };
  declare recorder: Recorder;
  /** `null` until the reader or the first renewal opens or closes the timeline. */
  declare isOpen: boolean | null;

  constructor() {
    super();
    this.isOpen = null;
    this.addController(new Redraw(this));
  }

  override willUpdate(): void {
    const isRenewed = this.recorder.events.some(
      ({ event }) => event.type === 'dashboard-refreshed',
    );
    if (isRenewed) this.isOpen ??= true;
  }

  override render(): unknown {
    return html`<details id="timeline" ?open=${this.isOpen ?? false} @toggle=${this.#onToggle}>
      <summary id="timeline-summary">
        <status-line .recorder=${this.recorder}></status-line>
        <span id="timeline-label">Timeline</span>
      </summary>
      <time-line .recorder=${this.recorder}></time-line>
    </details>`;
  }

  readonly #onToggle = ({ newState }: ToggleEvent): void => {
    this.isOpen = newState === 'open';
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'timeline-panel': TimelinePanel;
  }
}

customElements.define('timeline-panel', TimelinePanel);
