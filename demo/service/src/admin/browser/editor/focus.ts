import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Moves the focus once the page holds what was asked for: the first of the ids that can take it.
 * It has moved before the next key is heard, so whoever types at once types into the right field.
 */
export function useLaterFocus(): (...ids: string[]) => void {
  const wanted = useRef<string[]>([]);
  useLayoutEffect(() => {
    const controls = wanted.current.map((id) =>
      document.querySelector<HTMLElement>(`#${CSS.escape(id)}`),
    );
    const control = controls.find((each) => each && !each.matches(':disabled'));
    if (!control) return;
    wanted.current = [];
    showAndFocus(control);
  });
  return (...ids) => {
    wanted.current = ids;
  };
}

/** Puts the focus on the first field that is not as it should be; answers whether there is one. */
export function focusFirstProblem(): boolean {
  const control = document.querySelector<HTMLElement>('#editor [aria-invalid=true]');
  if (control) showAndFocus(control);
  return control !== null;
}

function showAndFocus(control: HTMLElement): void {
  for (let fold = control.closest('details'); fold; fold = fold.parentElement!.closest('details')) {
    fold.open = true;
  }
  control.focus();
}
