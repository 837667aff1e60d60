import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { EditorStart } from '../../dashboards/editor-wire.ts';
import type { DraftSaving, DraftState } from './saving/draft-saving.ts';
import type { DialogName } from './editor-dialogs.ts';
import type { Publishing } from './saving/publishing.ts';
import './saving/sharing-switch.ts';
import type { UndoHistory } from './saving/undo-history.ts';

/** The parts of the editor that the bar shows, and its actions. */
export interface EditorBarOptions {
  start: EditorStart;
  title: string;
  saving: DraftSaving;
  publishing: Publishing;
  history: UndoHistory;
  /** Whether the draft differs from the published version. */
  isChanged: boolean;
  /** The error of any other action; empty if there is none. */
  trouble: string;
  onTrouble: (message: string) => void;
  onOpen: (dialog: DialogName) => void;
  /** Overwrites the published version of another author. */
  onOverwrite: () => void;
  onLoadTheirs: () => void;
}

/** Renders the name of the dashboard, its state, and the actions. */
export function editorBar(options: EditorBarOptions): unknown {
  const { start, title, publishing, onOpen } = options;
  return html`<header class="save-bar">
    <div class="what">
      <h1>${title || 'New dashboard'}</h1>
      <p>${start.company.name}</p>
    </div>
    <div class="acts">
      ${status(options)} ${undoButtons(options)}
      ${
        publishing.isPublished
          ? html`<button type="button" class="plain small" @click=${() => onOpen('versions')}>
              History
            </button>`
          : nothing
      }
      <button
        type="button"
        class="plain small"
        aria-label="Keyboard shortcuts"
        @click=${() => onOpen('help')}
      >
        ?
      </button>
      ${sharing(options)}
      <a class="to-preview" href="#preview">Preview</a>
      ${start.mayPublish ? publishButton(options) : nothing}
    </div>
  </header>`;
}

function publishButton({ publishing, onOpen }: EditorBarOptions): unknown {
  return html`<button
    type="button"
    aria-disabled=${publishing.isWaiting}
    @click=${() => onOpen('publish')}
  >
    Publish
  </button>`;
}

/** Renders the state. Screen readers announce problems and publishing, but not the save after each change. */
function status(options: EditorBarOptions): unknown {
  const { trouble, saving, publishing } = options;
  const problem = trouble || PROBLEMS[saving.state] || publishing.message;
  const done = toPublishingState(options);
  return html`<span role="status" class=${problem ? 'status problem' : 'status'}
      >${problem || done}${
        saving.state === 'logged-out'
          ? html` <a href="../login" target="_blank">Sign in</a>`
          : nothing
      }</span
    >
    ${problem || done ? nothing : html`<span class="status">${toCalmState(options)}</span>`}
    ${conflict(options)}`;
}

function toPublishingState({ publishing, isChanged }: EditorBarOptions): string {
  if (publishing.isWaiting) return 'Publishing…';
  return publishing.isDone && !isChanged ? 'Published' : '';
}

const PROBLEMS: Record<DraftState, string> = {
  saved: '',
  saving: '',
  unreachable: 'Not saved yet: the service cannot be reached. This browser keeps the draft.',
  'logged-out': 'Not saved yet: you are signed out. This browser keeps the draft.',
  refused: 'The draft is too large to save. This browser keeps it.',
  conflict: 'Someone else changed this draft in the meantime.',
};

function toCalmState({ start, saving, publishing, isChanged }: EditorBarOptions): string {
  if (saving.state === 'saving') return 'Saving…';
  if (publishing.isPublished && !isChanged) return 'Published';
  if (!publishing.isPublished && saving.version === 0) return 'Not published';
  if (!start.mayPublish) return 'Draft saved. A publisher can publish it.';
  return publishing.isPublished ? 'Draft saved, not published' : 'Draft saved';
}

/** Renders the choice of an author if someone else has changed the dashboard in the meantime. */
function conflict(options: EditorBarOptions): unknown {
  const { saving, publishing, onOverwrite, onLoadTheirs } = options;
  if (saving.state !== 'conflict' && publishing.theirVersion === null) return nothing;
  const overwrite = saving.state === 'conflict' ? saving.overwrite : onOverwrite;
  return html`<span class="choice">
    <button type="button" class="plain" @click=${onLoadTheirs}>Load theirs</button>
    <button type="button" class="plain" @click=${overwrite}>Overwrite</button>
  </span>`;
}

function undoButtons({ history: { canUndo, canRedo, undo, redo } }: EditorBarOptions): unknown {
  // `aria-disabled`, because a disabled button would lose the focus.
  const button = (text: string, isPossible: boolean, onClick: () => void): unknown =>
    html`<button type="button" class="plain small" aria-disabled=${!isPossible} @click=${onClick}>
      ${text}
    </button>`;
  return html`<span class="choice">
    ${button('Undo', canUndo, undo)} ${button('Redo', canRedo, redo)}
  </span>`;
}

/** Renders the sharing switch. It is off for a dashboard that was removed and published again. */
function sharing({ start, publishing, onTrouble }: EditorBarOptions): unknown {
  if (!start.mayPublish) {
    return start.accessible ? html`<a href="${start.guid}/api-code">API code</a>` : nothing;
  }
  return keyed(
    publishing.wasRemoved,
    html`<sharing-switch
      .guid=${publishing.isPublished ? start.guid : null}
      .isAccessible=${start.accessible && !publishing.wasRemoved}
      .onTrouble=${onTrouble}
    ></sharing-switch>`,
  );
}
