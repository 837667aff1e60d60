import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The user's color scheme. Updates the host when it changes. */
export class ColorScheme implements ReactiveController {
  readonly #query = matchMedia('(prefers-color-scheme: dark)');
  readonly #update: () => void;

  constructor(host: ReactiveControllerHost) {
    this.#update = () => host.requestUpdate();
    host.addController(this);
  }

  get isDark(): boolean {
    return this.#query.matches;
  }

  hostConnected(): void {
    this.#query.addEventListener('change', this.#update);
  }

  hostDisconnected(): void {
    this.#query.removeEventListener('change', this.#update);
  }
}
