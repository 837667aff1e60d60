// The types of a service worker. TypeScript's own library for workers cannot be in one program with that for pages.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response> | Response): void;
}

interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<{ url: string }[]>;
    claim(): Promise<void>;
  };
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: ExtendableEvent & MessageEvent<unknown>) => void,
  ): void;
}

/** The names of all files of the demo, relative to its folder. The build sets it. */
declare const LIVE_FILES: readonly string[];
/** A hash of all files. The build sets it. */
declare const LIVE_VERSION: string;
