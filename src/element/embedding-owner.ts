import type { LiveGrant } from './live-grant.ts';
import type { DashboardStatus } from './status.ts';

/** The parts of an element that its embeddings use. */
export interface EmbeddingStage {
  readonly root: ShadowRoot;
  /** The key of the session, equal for all its elements: the address that ends it, or else the source of its tokens. */
  sessionKey(): unknown;
  /** Called after a change of the color scheme, or of the texts. */
  update(): void;
  /** The milliseconds after which the data are loaded again; `Infinity` for never. */
  refreshMs(): number;
  /** The time since which the element is in the viewport; `Infinity` while it is not. Everything ticks when it enters. */
  inViewSince(): number;
  /**
   * Creates a frame. Calls `report` with each setting that it leaves out because it is malformed.
   * @throws {DashboardError | Failure} if no frame can be made for the token.
   */
  createFrame(grant: LiveGrant, report: (message: string) => void): HTMLIFrameElement;
}

/** The element around an embedding. */
export interface EmbeddingOwner {
  readonly stage: EmbeddingStage;
  readonly status: DashboardStatus;
  /** Updates the status, and then dispatches the event. */
  tell(event?: Event): void;
  /** Reports a mistake in a setting without which the dashboard still shows, once. */
  report(message: string): void;
}
