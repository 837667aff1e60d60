/** No answer lasts longer without another tile, unless the page asks for all tiles. A cut connection may never end. */
const LONGEST_MS = 12_000;

/**
 * Calls `onTile` for each tile that the page's own answer brings, as soon as it is complete. Resolves at the end of the
 * answer.
 */
export async function watchArrivals(
  main: Element,
  onTile: (tile: HTMLElement) => void,
): Promise<void> {
  const seen = new Set<Element>();
  const take = (): void => {
    for (const tile of main.querySelectorAll<HTMLElement>(':scope > [data-tile]')) {
      // The parser adds an element before its content. What follows it says that it is complete.
      if (seen.has(tile) || !tile.nextElementSibling) continue;
      seen.add(tile);
      onTile(tile);
    }
  };
  take();
  if (document.readyState === 'loading') await untilOver(main, take);
  take();
  // The answer was cut in a tile.
  const last = main.lastElementChild as HTMLElement | null;
  if (last?.dataset.tile && !seen.has(last)) last.remove();
}

/** Calls `take` for each change until the answer is over. */
function untilOver(main: Element, take: () => void): Promise<void> {
  return new Promise((resolve) => {
    let timer = 0;
    const end = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const wait = (): void => {
      clearTimeout(timer);
      const isLimited = !new URLSearchParams(location.search).has('whole');
      if (isLimited) timer = window.setTimeout(end, LONGEST_MS);
    };
    const observer = new MutationObserver(() => {
      wait();
      take();
    });
    observer.observe(main, { childList: true });
    document.addEventListener('DOMContentLoaded', end);
    wait();
  });
}
