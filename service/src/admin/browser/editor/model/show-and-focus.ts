/** Moves the focus to a control, and opens the items around it. */
export function showAndFocus(control: HTMLElement): void {
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
