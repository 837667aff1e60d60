/* Notes in `seen` when each tile is painted, in milliseconds since the navigation, and the layout shifts after the first one. */

globalThis.seen = { at: [], shift: 0 };

let count = 0;
new MutationObserver(() => {
  const tiles = document.querySelectorAll('[data-tile]').length;
  const isNew = tiles > count;
  count = tiles;
  if (!isNew) return;
  // Animation frames come before the painting.
  requestAnimationFrame(() =>
    setTimeout(() => {
      while (seen.at.length < tiles) seen.at.push(performance.now());
    }),
  );
}).observe(document, { subtree: true, childList: true });

new PerformanceObserver((list) => {
  for (const { startTime, value } of list.getEntries()) {
    if (startTime > seen.at[0]) seen.shift += value;
  }
}).observe({ type: 'layout-shift', buffered: true });
