import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

/** How far below and above the viewport a lazy dashboard starts to load: half a small screen. */
const NEAR = { rootMargin: '300px' };

type LazyElement = HTMLElement & ReactiveControllerHost & { readonly loading: string };

/** Undefined outside of a browser. */
const observer = globalThis.IntersectionObserver && new IntersectionObserver(onIntersection, NEAR);

const waiting = new WeakMap<Element, Viewport>();

/** Whether its element is near the viewport, or loads wherever it is. */
export class Viewport implements ReactiveController {
  readonly #host: LazyElement;
  #isNear = false;

  constructor(host: LazyElement) {
    this.#host = host;
    host.addController(this);
  }

  get isNear(): boolean {
    return this.#isNear;
  }

  /** From now on the element counts as near. */
  enter(): void {
    this.#isNear = true;
    observer.unobserve(this.#host);
  }

  /** The element is off the page. */
  leave(): void {
    this.#isNear = false;
    observer.unobserve(this.#host);
  }

  hostUpdated(): void {
    if (this.#isNear || !this.#host.isConnected) return;
    if (this.#host.loading !== 'lazy') return this.enter();
    waiting.set(this.#host, this);
    observer.observe(this.#host);
  }
}

function onIntersection(entries: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    const viewport = isIntersecting && waiting.get(target);
    if (!viewport) continue;
    viewport.enter();
    (target as LazyElement).requestUpdate();
  }
}
