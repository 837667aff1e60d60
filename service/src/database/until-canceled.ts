import { toAborted } from './database.ts';

/**
 * Runs queries of a connection. Calls `cancel` when the signal is aborted, and then throws `aborted`. After that, the
 * connection must not be used: a late request would cancel its next query.
 */
export async function runUntilCanceled<Result>(
  signal: AbortSignal | undefined,
  cancel: () => void,
  run: () => Promise<Result>,
): Promise<Result> {
  signal?.addEventListener('abort', cancel);
  try {
    const result = await run();
    signal?.throwIfAborted();
    return result;
  } catch (error) {
    throw signal?.aborted ? toAborted() : error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
