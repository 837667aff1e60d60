import type { ReactiveControllerHost } from '@lit/reactive-element';

/** How far below and above the viewport a lazy dashboard starts to load: half a small screen. */
const NEAR = { rootMargin: '300px' };

type LazyElement = Element & ReactiveControllerHost & { readonly loading: string };

/** Undefined outside of a browser. */
const observer = globalThis.IntersectionObserver && new IntersectionObserver(onIntersection, NEAR);

/** Elements that are near the viewport, or load wherever they are. */
const near = new WeakSet<Element>();

/** Whether an element may load. A lazy one that may not is updated when it comes near the viewport. */
export function isNear(element: LazyElement): boolean {
  if (element.loading !== 'lazy') near.add(element);
  if (!near.has(element)) observer.observe(element);
  return near.has(element);
}

/** From now on the element counts as near. */
export function enterViewport(element: LazyElement): void {
  near.add(element);
  observer.unobserve(element);
}

/** The element is off the page. */
export function leaveViewport(element: LazyElement): void {
  near.delete(element);
  observer.unobserve(element);
}

function onIntersection(entries: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    enterViewport(target as LazyElement);
    (target as LazyElement).requestUpdate();
  }
}
