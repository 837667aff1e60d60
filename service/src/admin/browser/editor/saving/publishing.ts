import type { ReactiveControllerHost } from 'lit';
import type { DashboardDraft, DraftProblem } from '../../../../dashboard/dashboard-draft.ts';
import type {
  PublishCall,
  PublishedAnswer,
  RefusedAnswer,
} from '../../../dashboards/editor-wire.ts';
import { PostError, postJson } from '../../post-json.ts';

/** The published version of the dashboard. */
export interface Published {
  /** The version; 0 if the dashboard was never published. */
  version: number;
  draft: DashboardDraft | null;
}

/** Publishes drafts, and updates its host. */
export class Publishing {
  readonly #host: ReactiveControllerHost;
  readonly #guid: string;
  #published: Published;
  #theirVersion: number | null = null;
  #isWaiting = false;
  #isDone = false;
  #wasRemoved = false;
  #message = '';

  constructor(host: ReactiveControllerHost, guid: string, published: Published) {
    this.#host = host;
    this.#guid = guid;
    this.#published = published;
  }

  /** The published version that the draft is based on; 0 if there is none. */
  get version(): number {
    return this.#published.version;
  }

  /** Whether the dashboard is published. */
  get isPublished(): boolean {
    return this.#published.draft !== null;
  }

  /** The published version as a draft; `null` if there is none. */
  get draft(): DashboardDraft | null {
    return this.#published.draft;
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Whether the last call has published the draft. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Whether someone has removed the dashboard in the meantime. */
  get wasRemoved(): boolean {
    return this.#wasRemoved;
  }

  /** The reason why the draft was not published; empty if there is none. */
  get message(): string {
    return this.#message;
  }

  /** The version that another author has published in the meantime; `null` if there is none. */
  get theirVersion(): number | null {
    return this.#theirVersion;
  }

  /** Clears the result of the last call, because the draft has changed since. Keeps a conflict. */
  dismiss(): void {
    if (this.#theirVersion !== null) return;
    this.#message = '';
    this.#isDone = false;
  }

  /** Adopts the version that another author has published. */
  adopt(published: Published): void {
    this.#published = published;
    this.#theirVersion = null;
    this.dismiss();
  }

  /** Publishes a draft. Returns the problems of its parameter values, or of a refused draft. */
  async publish(call: PublishCall): Promise<{ isDone: boolean; problems: DraftProblem[] }> {
    this.#message = '';
    this.#theirVersion = null;
    this.#isDone = false;
    this.#setWaiting(true);
    try {
      const answer = await postJson<PublishedAnswer>(`${this.#guid}/publish`, call);
      this.#published = { version: answer.version, draft: call.draft };
      this.#isDone = true;
      return { isDone: true, problems: answer.problems };
    } catch (error) {
      return { isDone: false, problems: this.#fail(error as PostError) };
    } finally {
      this.#setWaiting(false);
    }
  }

  #fail({ status, message, answer }: PostError): DraftProblem[] {
    const { problems = [], version = null } = (answer ?? {}) as Partial<RefusedAnswer>;
    this.#theirVersion = version;
    this.#message = toMessage(status, message);
    if (status === 404) {
      this.#published = { version: 0, draft: null };
      this.#wasRemoved = true;
    }
    return problems;
  }

  #setWaiting(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    this.#host.requestUpdate();
  }
}

function toMessage(status: number, message: string): string {
  if (status === 0) return 'Not published. The service cannot be reached.';
  if (status === 401) return 'Not published. Sign in again in another tab.';
  if (status === 404) return 'The dashboard was removed. Publish again to restore it.';
  return message;
}
