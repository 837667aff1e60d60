import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Makes the browser ask before the author leaves the page while the service cannot have the draft. */
export class LeaveWarning implements ReactiveController {
  readonly #isAtRisk: () => boolean;
  #isDropped = false;

  constructor(host: ReactiveControllerHost, isAtRisk: () => boolean) {
    this.#isAtRisk = isAtRisk;
    host.addController(this);
  }

  hostUpdated(): void {
    // Some browsers keep a page with such a listener out of their back/forward cache.
    if (this.#isAtRisk() && !this.#isDropped) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  }

  hostDisconnected(): void {
    removeEventListener('beforeunload', warn);
  }

  /** Gives up the changes: the browser does not ask any more. */
  drop(): void {
    this.#isDropped = true;
    removeEventListener('beforeunload', warn);
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
