import { setMaxListeners } from 'node:events';

/** Allows any number of listeners for a signal. By default, Node warns about the eleventh. */
export function allowManyListeners(signal: AbortSignal): void {
  setMaxListeners(0, signal);
}
