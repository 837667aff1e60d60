import type { DashboardStatus } from './status.ts';
import type { LiveGrant } from './token-session.ts';

/** The parts of an element that its embeddings use. */
export interface EmbeddingStage {
  readonly root: ShadowRoot;
  /** @throws {DashboardError} if no frame can be made for the token. */
  readonly createFrame: (grant: LiveGrant) => HTMLIFrameElement;
  /** The milliseconds after which the data are loaded again; `Infinity` for never. */
  readonly refreshMs: () => number;
  /** The time since which the element is in the viewport; `Infinity` while it is not. */
  readonly inViewSince: () => number;
}

/** The element around an embedding. */
export interface EmbeddingOwner extends EmbeddingStage {
  readonly status: DashboardStatus;
  /** Updates the status, and then dispatches the event. */
  tell(event?: Event): void;
}
