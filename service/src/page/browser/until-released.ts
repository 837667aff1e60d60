/**
 * Resolves when the reader presses nothing, neither with a pointer nor with a key. An element that is replaced while it
 * is pressed gets no click.
 */
export async function untilReleased(): Promise<void> {
  while (document.querySelector(':active')) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
