/** A browser that misses the release must not keep the page from its answers. */
const LONGEST_MS = 10_000;
/** The time between two looks, in milliseconds. */
const LOOK_MS = 20;

/**
 * Resolves when the reader presses nothing, neither with a pointer nor with a key. An element that is replaced while it
 * is pressed gets no click.
 */
export async function untilReleased(): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS && isPressed(); waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function isPressed(): boolean {
  return document.querySelector(':active') !== null;
}
