import { FOLDER } from './folder.ts';

const CLAIM_MS = 500;

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
  while (!container.controller) {
    // A service worker that is still starting may miss the first message.
    active!.postMessage('claim');
    await new Promise((resolve) => {
      container.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, CLAIM_MS);
    });
  }
  return container.controller;
}
