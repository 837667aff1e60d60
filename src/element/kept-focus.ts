/**
 * Keeps the focus where it is while the page of an unseen frame loads. If that page takes it, the reader's keys would go
 * there, which `inert` does not prevent. No event tells that the focus has moved from one frame to another.
 */
export function keepFocus(iframe: HTMLIFrameElement): void {
  let kept: HTMLElement | null;
  const check = (): void => {
    if (!iframe.inert || !iframe.isConnected) return;
    const focused = findFocused();
    if (focused !== iframe) kept = focused;
    else {
      iframe.blur();
      // After `iframe.focus()`, Chromium would call that frame the active element whatever frame has the focus.
      if (kept?.matches('iframe')) kept.contentWindow!.focus();
      else kept?.focus({ preventScroll: true });
    }
    // In Chromium the keys would still go to the frame if it lost the focus at once, in the window's `blur`.
    requestAnimationFrame(check);
  };
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
