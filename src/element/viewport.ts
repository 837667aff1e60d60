import type { ReactiveControllerHost } from '@lit/reactive-element';
import { now, tickAll } from './page-clock.ts';

/** The distance above and below the viewport at which a lazy dashboard starts to load: half a small screen. */
const NEAR = { rootMargin: '300px' };

/** An element that may load late. */
export type LazyElement = Element & ReactiveControllerHost & { readonly loading: string };

/** Both are undefined outside of a browser. */
const nearObserver = globalThis.IntersectionObserver && new IntersectionObserver(onNear, NEAR);
const viewObserver = globalThis.IntersectionObserver && new IntersectionObserver(onView);

/** Elements that are near the viewport, or load wherever they are. */
const near = new WeakSet<Element>();
/** The time since which each element is in the viewport. */
const inView = new WeakMap<Element, number>();

/** Whether an element may load. If a lazy one may not yet, it is updated when it comes near the viewport. */
export function isNear(element: LazyElement): boolean {
  if (element.loading !== 'lazy') near.add(element);
  if (!near.has(element)) nearObserver.observe(element);
  return near.has(element);
}

/** The time since which an element is in the viewport; `Infinity` while it is not. Everything ticks when it enters. */
export function inViewSince(element: LazyElement): number {
  viewObserver.observe(element);
  return inView.get(element) ?? Infinity;
}

/** Marks the element as near the viewport. */
export function enterViewport(element: LazyElement): void {
  near.add(element);
  nearObserver.unobserve(element);
}

/** Forgets an element that is off the page. */
export function leaveViewport(element: LazyElement): void {
  near.delete(element);
  inView.delete(element);
  nearObserver.unobserve(element);
  viewObserver.unobserve(element);
}

function onNear(entries: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    enterViewport(target as LazyElement);
    (target as LazyElement).requestUpdate();
  }
}

function onView(entries: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) inView.delete(target);
    else if (!inView.has(target)) inView.set(target, now());
  }
  tickAll();
}
