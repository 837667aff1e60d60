import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Saving } from './saving.ts';
import './sharing-switch.ts';

interface SaveBarOptions {
  title: string;
  company: string;
  saving: Saving;
  /** Whether the dashboard was accessible in API when the editor began. */
  isAccessible: boolean;
  isChanged: boolean;
  /** The error of another action than saving; empty if there is none. */
  trouble: string;
  onTrouble: (message: string) => void;
  /** Saves over a version: the own one by default, or another author's. */
  onSave: (over?: number) => void;
  onReload: () => void;
}

/** The name of the dashboard, its sharing, and whether it is saved. */
export function saveBar(options: SaveBarOptions): unknown {
  const { title, company, saving, onSave } = options;
  return html`<header class="save-bar">
    <div class="what">
      <h1>${title || 'New dashboard'}</h1>
      <p>${company}</p>
    </div>
    <div class="acts">
      ${sharing(options)} ${status(options)} ${conflict(options)}
      <a class="to-preview" href="#preview">Preview</a>
      <button
        type="button"
        aria-disabled=${saving.state.kind === 'saving'}
        @click=${() => onSave()}
      >
        Save
      </button>
    </div>
  </header>`;
}

/** A dashboard that is saved again as a new one has a switch of its own. */
function sharing({ saving, isAccessible, onTrouble }: SaveBarOptions): unknown {
  const { guid } = saving.kept;
  return keyed(
    guid,
    html`<sharing-switch
      .guid=${saving.isSaved ? guid : null}
      .isAccessible=${isAccessible}
      .onTrouble=${onTrouble}
    ></sharing-switch>`,
  );
}

function status({ saving, isChanged, trouble }: SaveBarOptions): unknown {
  const { kind, message } = saving.state;
  const isSettled = kind === 'none' || kind === 'saved';
  const text = trouble || (isSettled && isChanged ? 'Unsaved changes' : message);
  const look = kind === 'failed' || trouble ? 'status problem' : 'status';
  return html`<span role="status" class=${look}>${text}</span>`;
}

/** The choice of an author whose dashboard another author has saved meanwhile. */
function conflict({ saving, onSave, onReload }: SaveBarOptions): unknown {
  const { theirVersion } = saving.state;
  if (theirVersion === null) return nothing;
  return html`<span class="choice">
    <button type="button" class="plain" @click=${onReload}>Load theirs</button>
    <button type="button" class="plain" @click=${() => onSave(theirVersion)}>Overwrite it</button>
  </span>`;
}
