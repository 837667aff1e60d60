import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Makes the browser ask before the author leaves the page, if the service cannot save the draft. */
export class LeaveWarning implements ReactiveController {
  readonly #isAtRisk: () => boolean;
  #isDropped = false;

  constructor(host: ReactiveControllerHost, isAtRisk: () => boolean) {
    this.#isAtRisk = isAtRisk;
    host.addController(this);
  }

  hostUpdated(): void {
    // Some browsers exclude a page with such a listener from their back/forward cache.
    if (this.#isAtRisk() && !this.#isDropped) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  }

  hostDisconnected(): void {
    removeEventListener('beforeunload', warn);
  }

  /** Gives up the changes. The browser no longer asks. */
  drop(): void {
    this.#isDropped = true;
    removeEventListener('beforeunload', warn);
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
