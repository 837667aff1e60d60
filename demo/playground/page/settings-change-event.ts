import type { Settings } from './settings.ts';

/** A request to change settings. All parts of the page fire it, and the root element applies the changes. */
export class SettingsChangeEvent extends Event {
  readonly changes: Partial<Settings>;
  /** Whether the browser's Back button undoes the change. */
  readonly isVisit: boolean;

  constructor(changes: Partial<Settings>, { isVisit = false } = {}) {
    super('settings-change', { bubbles: true });
    this.changes = changes;
    this.isVisit = isVisit;
  }
}

/** Handles the `change` event of a control that is named after a setting. */
export function reportChange({ currentTarget }: Event): void {
  const { name, value } = currentTarget as HTMLInputElement | HTMLSelectElement;
  currentTarget!.dispatchEvent(new SettingsChangeEvent({ [name]: value }));
}

declare global {
  interface HTMLElementEventMap {
    'settings-change': SettingsChangeEvent;
  }
}
