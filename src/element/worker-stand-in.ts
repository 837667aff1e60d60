// The browser build of @lit/reactive-element (2.1.2 is the newest) extends HTMLElement as soon as it is
// imported. Workers have no HTMLElement, so code that a page shares with a worker would throw there.
// Remove this file once that build can be imported without HTMLElement, as Lit's Node build can.
if (!globalThis.HTMLElement && 'WorkerGlobalScope' in globalThis) {
  globalThis.HTMLElement = Object as unknown as typeof HTMLElement;
  // Other code checks this name to find out whether there is a page.
  queueMicrotask(() => Reflect.deleteProperty(globalThis, 'HTMLElement'));
}
