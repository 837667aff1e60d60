import { CRASHED, DatabaseError, toAborted } from '../database.ts';
import type { Thread, ThreadAnswer } from './thread-messages.ts';

/**
 * The time that a canceled query may still run, in milliseconds. Only the end of its thread stops it, and a new thread
 * takes about a second.
 */
const CANCEL_MS = 1000;

/**
 * Waits for a thread's next answer. Throws {@link DatabaseError} if the thread ends, or does not answer in `limitMs` or
 * soon after `cancel`.
 */
export function nextAnswer(
  worker: Thread,
  limitMs: number | undefined,
  cancel?: AbortSignal,
): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      clearTimeout(cancelTimer);
      cancel?.removeEventListener('abort', onCancel);
      worker.off('message', onAnswer).off('exit', onExit);
    };
    const onAnswer = (answer: ThreadAnswer): void => {
      settle();
      resolve(answer);
    };
    const fail = (error: DatabaseError): void => {
      settle();
      reject(error);
    };
    const onExit = (): void => fail(new DatabaseError(CRASHED, 'The database thread has ended.'));
    const onLimit = (): void =>
      fail(new DatabaseError('time-limit', 'The task exceeded its time limit.'));
    const onCancel = (): void => {
      cancelTimer = setTimeout(() => fail(toAborted()), CANCEL_MS);
    };
    const timer = limitMs ? setTimeout(onLimit, limitMs) : undefined;
    let cancelTimer: NodeJS.Timeout | undefined;
    worker.on('message', onAnswer).on('exit', onExit);
    cancel?.addEventListener('abort', onCancel);
  });
}
