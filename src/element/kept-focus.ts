/**
 * Keeps the focus where it is while the page of a frame loads. If that page takes it, the reader's keys would go there, which
 * `inert` does not prevent. Into a frame that is seen, readers may go: with Tab, or with a pointer. No event tells that the
 * focus has moved from one frame to another.
 */
export function keepFocus(iframe: HTMLIFrameElement, isLoading: () => boolean): void {
  let kept: HTMLElement | null;
  let isTab = false;
  const onKey = ({ key }: KeyboardEvent): void => {
    isTab = key === 'Tab';
  };
  const check = (): void => {
    if (!isLoading()) return removeEventListener('keydown', onKey, true);
    const focused = findFocused();
    const mayEnter = !iframe.inert && (isTab || iframe.matches(':hover'));
    isTab = false;
    if (focused !== iframe || focused === kept || mayEnter) kept = focused;
    else {
      iframe.blur();
      // After `iframe.focus()`, Chromium would call that frame the active element whatever frame has the focus.
      if (kept?.matches('iframe')) kept.contentWindow!.focus();
      else kept?.focus({ preventScroll: true });
    }
    // In Chromium the keys would still go to the frame if it lost the focus at once, in the window's `blur`.
    requestAnimationFrame(check);
  };
  addEventListener('keydown', onKey, true);
  check();
}

/** Returns the element with the focus, through open shadow roots. */
function findFocused(): HTMLElement | null {
  let { activeElement } = document;
  while (activeElement?.shadowRoot?.activeElement) {
    ({ activeElement } = activeElement.shadowRoot);
  }
  return activeElement as HTMLElement | null;
}
