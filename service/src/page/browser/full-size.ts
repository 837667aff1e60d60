import type { LiveTile } from './reader-state.ts';

/**
 * Moves a tile into a box, with everything that the reader has set in it. A placeholder keeps its place. Returns a function
 * that moves the tile back.
 */
export function showFullSize(find: () => LiveTile | undefined, box: Element): () => void {
  const { element, rows } = find()!;
  const { scrollLeft: left = 0, scrollTop: top = 0 } = rows ?? {};
  const placeholder = element.cloneNode() as HTMLElement;
  placeholder.removeAttribute('data-tile');
  placeholder.inert = true;
  placeholder.style.minHeight = `${element.getBoundingClientRect().height}px`;
  element.replaceWith(placeholder);
  box.append(element);
  return () => {
    // A choice may have replaced the tile, or the author has removed it.
    const last = find();
    if (last?.element.parentElement !== box) return placeholder.remove();
    placeholder.replaceWith(last.element);
    // An element that moves loses its scroll position.
    last.rows?.scrollTo({ left, top, behavior: 'instant' });
  };
}
