// Lit's module extends HTMLElement as soon as it is read, and no worker has one. The stand-in goes
// again at once, because others tell by this name whether there is a page.
if (!globalThis.HTMLElement && 'WorkerGlobalScope' in globalThis) {
  globalThis.HTMLElement = Object as unknown as typeof HTMLElement;
  queueMicrotask(() => Reflect.deleteProperty(globalThis, 'HTMLElement'));
}
