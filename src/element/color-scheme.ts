import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

/** Undefined outside of a browser. */
const darkScheme = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

const hosts = new Set<ReactiveControllerHost>();

/** Updates its element when the reader's color scheme changes; one listener serves the page. */
export class ColorScheme implements ReactiveController {
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get isDark(): boolean {
    return darkScheme.matches;
  }

  hostConnected(): void {
    if (!hosts.size) darkScheme.addEventListener('change', updateHosts);
    hosts.add(this.#host);
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
    if (!hosts.size) darkScheme.removeEventListener('change', updateHosts);
  }
}

function updateHosts(): void {
  for (const host of hosts) host.requestUpdate();
}
