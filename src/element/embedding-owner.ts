import type { DashboardStatus } from './status.ts';
import type { LiveGrant } from './token-session.ts';

/** The element around an embedding. */
export interface EmbeddingOwner {
  readonly root: ShadowRoot;
  readonly status: DashboardStatus;
  /** @throws {DashboardError} if no frame can be made for the token. */
  readonly createFrame: (grant: LiveGrant) => HTMLIFrameElement;
  /** Brings the status up to date, and then dispatches the event. */
  tell(event?: Event): void;
}
