import { FOLDER } from './folder.ts';

/** The browser has no service workers, or no other part that the demo needs. */
export class UnsupportedError extends Error {}

/**
 * Registers the service worker, and waits until it answers the requests of this page.
 * @throws {UnsupportedError}
 */
export async function registerServiceWorker(): Promise<ServiceWorker> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const { locks } = navigator as { locks?: LockManager };
  if (!container || !locks || typeof DecompressionStream === 'undefined')
    throw new UnsupportedError();
  const options: RegistrationOptions = { scope: FOLDER, updateViaCache: 'none' };
  await container.register(`${FOLDER}service-worker.js`, options).catch((error: unknown) => {
    // In private windows, some browsers have the interface, but refuse to use it.
    if (Object(error).name === 'SecurityError') throw new UnsupportedError();
    // Without a network, the earlier service worker goes on.
    if (!container.controller) throw error;
  });
  const { active } = await container.ready;
  if (container.controller) return container.controller;
  const controlled = new Promise((resolve) => {
    container.addEventListener('controllerchange', resolve, { once: true });
  });
  active!.postMessage('claim');
  await controlled;
  return container.controller!;
}
