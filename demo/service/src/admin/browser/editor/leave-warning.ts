import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Makes the browser ask before the author leaves the page with unsaved changes. */
export class LeaveWarning implements ReactiveController {
  readonly #isChanged: () => boolean;
  #isDropped = false;

  constructor(host: ReactiveControllerHost, isChanged: () => boolean) {
    this.#isChanged = isChanged;
    host.addController(this);
  }

  hostUpdated(): void {
    // Some browsers keep a page with such a listener out of their back/forward cache.
    if (this.#isChanged() && !this.#isDropped) addEventListener('beforeunload', warn);
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
