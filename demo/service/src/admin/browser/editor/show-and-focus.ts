/** Moves the focus to a control, and opens the items around it. */
export function showAndFocus(control: HTMLElement): void {
  for (let fold = control.closest('details'); fold; fold = fold.parentElement!.closest('details')) {
    fold.open = true;
  }
  control.focus();
}
