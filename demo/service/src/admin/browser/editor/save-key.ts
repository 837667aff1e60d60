import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Saves with Ctrl+S, or with Command+S on a Mac. */
export class SaveKey implements ReactiveController {
  readonly #save: () => void;

  constructor(host: ReactiveControllerHost, save: () => void) {
    this.#save = save;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('keydown', this.#onKeyDown);
  }

  hostDisconnected(): void {
    removeEventListener('keydown', this.#onKeyDown);
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    this.#save();
  };
}
