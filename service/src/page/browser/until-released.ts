/** Firefox sees no release after a link was dragged, until the next click. */
const LONGEST_MS = 10_000;
/** The time between two looks, in milliseconds. */
const LOOK_MS = 20;

/**
 * Resolves when the reader presses nothing: an element that is replaced while it is pressed gets no click. Firefox tells
 * this for pointers, and other browsers for the space bar as well.
 */
export async function untilReleased(): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS && isPressed(); waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function isPressed(): boolean {
  return document.querySelector(':active') !== null;
}
