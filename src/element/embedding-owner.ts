import type { FrameOwner, FrameSettings } from './dashboard-frame.ts';
import type { DashboardStatus } from './status.ts';
import type { GetToken } from './token-source.ts';
import type { LazyElement } from './viewport.ts';

/** The element around an embedding. Each setting is read when it is used. */
export interface EmbeddedElement extends LazyElement, FrameSettings {
  readonly refreshEvery: number | null;
  readonly logoutUrl: string | null;
  readonly tokenUrl: string | null;
  readonly getToken: GetToken | null;
}

/** The life of an element, for its embeddings. */
export interface EmbeddingOwner extends FrameOwner {
  readonly element: EmbeddedElement;
  readonly status: DashboardStatus;
  /** Updates the status, and then dispatches the event. */
  tell(event?: Event): void;
}
