import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { showAndFocus } from './show-and-focus.ts';

/**
 * Moves the focus to a control that the next update renders. The focus moves before the browser handles the next key,
 * so an author can type immediately.
 */
export class LaterFocus implements ReactiveController {
  #ids: readonly string[] = [];

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** Requests the focus for the first of these ids whose control is enabled. */
  moveTo(...ids: string[]): void {
    this.#ids = ids;
  }

  hostUpdated(): void {
    const controls = this.#ids.map((id) =>
      document.querySelector<HTMLElement>(`#${CSS.escape(id)}`),
    );
    const control = controls.find((each) => each && !each.matches(':disabled'));
    if (!control) return;
    this.#ids = [];
    showAndFocus(control);
  }
}
