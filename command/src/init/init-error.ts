/** A reason why `init` changes nothing. The message is for the developer. */
export class InitError extends Error {}

/** Throws {@link InitError} after a signal to this process. */
export function throwIfInterrupted(stop: AbortSignal): void {
  if (stop.aborted) throw new InitError('init was interrupted.');
}
