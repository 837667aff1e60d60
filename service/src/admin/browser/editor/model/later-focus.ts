import type { ReactiveController, ReactiveControllerHost } from 'lit';

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

/** Moves the focus to a control, and opens the items around it. */
function showAndFocus(control: HTMLElement): void {
  for (let fold = control.closest('details'); fold; fold = fold.parentElement!.closest('details')) {
    fold.open = true;
  }
  control.focus();
}

/** Moves the focus to the first control with a problem, if there is one. */
export function focusFirstInvalid(form: Element): void {
  const control = form.querySelector<HTMLElement>('[aria-invalid=true]');
  if (control) showAndFocus(control);
}
