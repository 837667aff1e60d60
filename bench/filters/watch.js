/* Notes in `choice` the time of an input, and those of the paintings after it. */

globalThis.choice = { inputAt: 0, dimmedAt: 0, doneAt: 0 };

for (const type of ['keydown', 'pointerup']) {
  addEventListener(type, ({ timeStamp }) => (choice.inputAt = timeStamp), { capture: true });
}

// Animation frames come before the painting.
const note = (name) =>
  requestAnimationFrame(() => setTimeout(() => (choice[name] ||= performance.now())));

let isBusy = false;
new MutationObserver(() => {
  const wasBusy = isBusy;
  isBusy = document.querySelector('[data-tile][aria-busy=true]') !== null;
  if (isBusy && !wasBusy) note('dimmedAt');
  if (!isBusy && wasBusy) note('doneAt');
}).observe(document.body, { subtree: true, childList: true, attributes: true });
