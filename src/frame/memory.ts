import { ContentHeight } from './content-height.ts';

/** The memory of one dashboard in one element, over all its frames. */
export interface Memory {
  readonly key: readonly unknown[];
  readonly height: ContentHeight;
  /** The conversation with the page that has refused its token last, until a page is ready. */
  refusedBy?: object | undefined;
  /** The reader's settings inside, in the page's own words. Never read. */
  state?: string;
}

const memories = new WeakMap<Element, Memory>();
const heights = new WeakMap<Element, ContentHeight>();

/** Returns the element around a frame. */
export function hostOf(iframe: HTMLIFrameElement): HTMLElement {
  return (iframe.getRootNode() as ShadowRoot).host as HTMLElement;
}

/** Returns the memory of a dashboard in an element: a new one if the element showed another dashboard before. */
export function memoryOf(element: HTMLElement, key: readonly unknown[]): Memory {
  const before = memories.get(element);
  if (before && key.every((part, index) => part === before.key[index])) return before;
  const memory = { key, height: heights.get(element) ?? watch(element) };
  memories.set(element, memory);
  return memory;
}

/** Forgets an element's dashboard. */
export function forget(element: Element): void {
  memories.delete(element);
}

/** Forgets a dashboard that the reader may no longer see. Returns the height of its element. */
function watch(element: HTMLElement): ContentHeight {
  const height = new ContentHeight(element);
  heights.set(element, height);
  element.addEventListener('dashboard-logout', () => forget(element));
  element.addEventListener('dashboard-error', ({ error }) => {
    if (error.code === 'forbidden') forget(element);
  });
  return height;
}
