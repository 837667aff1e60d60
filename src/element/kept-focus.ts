/**
 * Keeps the focus where it is while the page of an unseen frame loads. If that page takes it, the reader's keys would go
 * there, which `inert` does not prevent. If the focus was in another frame, no event tells that it has moved.
 */
export function keepFocus(iframe: HTMLIFrameElement): void {
  let kept: HTMLElement | null;
  let nextCheck = 0;
  const check = (): void => {
    cancelAnimationFrame(nextCheck);
    if (!iframe.inert || !iframe.isConnected) return removeEventListener('blur', checkSoon);
    const focused = findFocused();
    if (focused !== iframe) kept = focused;
    else {
      iframe.blur();
      kept?.focus({ preventScroll: true });
    }
    // Chromium may show a frame as focused that has lost the keys to this one.
    if (kept?.matches('iframe')) kept.contentWindow!.focus();
    nextCheck = requestAnimationFrame(check);
  };
  // In Chromium the keys still go to the frame if it loses the focus in the same task.
  const checkSoon = (): unknown => setTimeout(check);
  addEventListener('blur', checkSoon);
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
