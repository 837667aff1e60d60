import type { ReactiveController } from 'lit';

/** The actions of the keyboard shortcuts. */
export interface ShortcutActions {
  save: () => void;
  publish: () => void;
  undo: () => void;
  redo: () => void;
  help: () => void;
}

/** The shortcut of authors who may publish. */
const PUBLISH = ['Ctrl+Shift+Enter', 'Publish'] as const;

const SHORTCUTS = [
  ['Ctrl+S', 'Save the draft now'],
  PUBLISH,
  ['Ctrl+Enter', 'Run the SQL now'],
  ['Ctrl+Space', 'Complete a name in the SQL'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'Undo and redo, outside text fields'],
  ['Arrow keys', 'Move a selected tile in the layout'],
  ['Shift+arrow keys', 'Make a selected tile wider or narrower'],
  ['?', 'Show this list, outside text fields'],
] as const;

/** Returns the keyboard shortcuts in the help dialog: those of what the author may do. */
export function findShortcuts(mayPublish: boolean): (typeof SHORTCUTS)[number][] {
  return SHORTCUTS.filter((shortcut) => mayPublish || shortcut !== PUBLISH);
}

const TEXT_FIELD = 'input:not([type=checkbox]), textarea, [contenteditable=true]';

/** Handles the keyboard shortcuts. On a Mac, Command replaces Ctrl. */
export class Shortcuts implements ReactiveController {
  readonly #actions: ShortcutActions;

  constructor(actions: ShortcutActions) {
    this.#actions = actions;
  }

  hostConnected(): void {
    addEventListener('keydown', this.#onKeyDown);
  }

  hostDisconnected(): void {
    removeEventListener('keydown', this.#onKeyDown);
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const act = this.#find(event);
    if (!act || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    act();
  };

  #find({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent) {
    const { save, publish, undo, redo, help } = this.#actions;
    const isTyping = (target as Element).matches(TEXT_FIELD);
    if (altKey) return null;
    if (!ctrlKey && !metaKey) return key === '?' && !isTyping ? help : null;
    if (key === 's') return save;
    if (key === 'Enter' && shiftKey) return publish;
    if (isTyping) return null;
    if (key.toLowerCase() === 'z') return shiftKey ? redo : undo;
    return key === 'y' ? redo : null;
  }
}
