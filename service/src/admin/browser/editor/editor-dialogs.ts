import { html, nothing } from 'lit';
import type { DashboardDraft } from '../../../dashboard/dashboard-draft.ts';
import './fields/modal-dialog.ts';
import { findShortcuts } from './shortcuts.ts';
import './saving/version-list.ts';

/** The dialogs of the editor. */
export type DialogName = 'publish' | 'versions' | 'help';

/** The content and the actions of the dialogs. */
export interface DialogOptions {
  guid: string;
  /** The changes that publishing would make. */
  changes: readonly string[];
  /** Whether another editor has changed the draft in the meantime. */
  isConflict: boolean;
  /** The names of the parts of the draft that have errors. */
  faultyParts: readonly string[];
  mayPublish: boolean;
  onPublish: () => void;
  onRestore: (draft: DashboardDraft) => void;
  onClose: () => void;
}

/** Renders the open dialog, if there is one. */
export function editorDialog(name: DialogName | null, options: DialogOptions): unknown {
  switch (name) {
    case 'publish':
      return publishDialog(options);
    case 'versions':
      return versionsDialog(options);
    case 'help':
      return helpDialog(options);
    default:
      return nothing;
  }
}

/** Renders the changes that publishing would make, and the button that publishes. */
function publishDialog(options: DialogOptions): unknown {
  const { changes, onPublish, onClose } = options;
  const warning = toWarning(options);
  const content =
    changes.length === 0
      ? html`<p>No changes since the last publication.</p>`
      : html`<ul class="changes">
            ${changes.map((change) => html`<li>${change}</li>`)}
          </ul>
          ${
            warning
              ? html`<p class="problem">${warning}</p>`
              : html`<p class="hint">
                  Readers see the changes the next time they open the dashboard.
                </p>`
          }`;
  const action =
    changes.length > 0 && !options.isConflict
      ? html`<button type="button" autofocus @click=${onPublish}>Publish now</button>`
      : nothing;
  return html`<modal-dialog
    .heading=${'Publish'}
    .content=${content}
    .action=${action}
    .onClose=${onClose}
  ></modal-dialog>`;
}

/** Returns the reason why publishing may fail; empty if there is none. */
function toWarning({ isConflict, faultyParts }: DialogOptions): string {
  if (isConflict) return 'Someone else changed this draft. First choose which draft to keep.';
  return faultyParts.length > 0 ? `Fix the errors first: ${faultyParts.join(', ')}.` : '';
}

/** Renders the earlier published versions. */
function versionsDialog({ guid, onRestore, onClose }: DialogOptions): unknown {
  return html`<modal-dialog
    .heading=${'Earlier versions'}
    .content=${html`<version-list .guid=${guid} .onRestore=${onRestore}></version-list>`}
    .onClose=${onClose}
  ></modal-dialog>`;
}

/** Renders the keyboard shortcuts of the editor. */
function helpDialog({ mayPublish, onClose }: DialogOptions): unknown {
  const content = html`<dl class="shortcuts">
      ${findShortcuts(mayPublish).map(
        ([keys, action]) =>
          html`<div>
            <dt><kbd>${keys}</kbd></dt>
            <dd>${action}</dd>
          </div>`,
      )}
    </dl>
    <p class="hint">On a Mac, use Command instead of Ctrl.</p>`;
  return html`<modal-dialog
    .heading=${'Keyboard shortcuts'}
    .content=${content}
    .onClose=${onClose}
  ></modal-dialog>`;
}
