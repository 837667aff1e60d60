import type { ReactiveControllerHost } from '@lit/reactive-element';

/** Undefined outside of a browser. */
const darkScheme = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

const hosts = new Set<ReactiveControllerHost>();

/** Whether the reader prefers a dark color scheme. */
export function isDarkScheme(): boolean {
  return darkScheme.matches;
}

/** Updates an element when the reader's color scheme changes; one listener serves the page. */
export function watchColorScheme(host: ReactiveControllerHost): void {
  host.addController({
    hostConnected() {
      if (!hosts.size) darkScheme.addEventListener('change', updateHosts);
      hosts.add(host);
    },
    hostDisconnected() {
      hosts.delete(host);
      if (!hosts.size) darkScheme.removeEventListener('change', updateHosts);
    },
  });
}

function updateHosts(): void {
  for (const host of hosts) host.requestUpdate();
}
