/** A request on its way from the service worker to the server, with all that the browser says about its caller. */
export interface RelayedRequest {
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body: ArrayBuffer | null;
  /** `Request.destination`, such as `iframe`; empty for `fetch`. */
  destination: string;
  /** `Request.mode`. */
  mode: string;
  /** `Request.credentials`: `omit` sends no cookies. */
  credentials: string;
  /** The address of the page that sent the request; empty if it is not known. */
  referrer: string;
}

/** An answer on its way back. The status 0 is a network error. */
export interface RelayedResponse {
  status: number;
  headers: [name: string, value: string][];
  body: ArrayBuffer | null;
}

/** The messages to the tab with the server. */
export type ToServer =
  | { kind: 'request'; id: string; request: RelayedRequest }
  // The caller no longer waits.
  | { kind: 'abort'; id: string };

/** The messages of the tab with the server. */
export type FromServer =
  // Another tab has the server now. It has no request of the earlier one.
  | { kind: 'leading' }
  | { kind: 'accepted'; id: string }
  | { kind: 'answer'; id: string; response: RelayedResponse };

/** Returns the name of the channel, and of the lock of the tab with the server. `folder` is the folder of the demo. */
export function toChannelName(folder: string): string {
  return `embedded-dashboard live demo ${folder}`;
}
