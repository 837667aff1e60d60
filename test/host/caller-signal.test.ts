import { expect, test, vi } from 'vitest';
import { CallerController } from '../../src/host/http/caller-signal.ts';

test('a removed listener does not hear the abort, and the others hear it once', () => {
  const controller = new CallerController();
  const { signal } = controller;
  const [removed, kept] = [vi.fn(), vi.fn()];
  signal.addEventListener('abort', removed);
  signal.addEventListener('abort', kept);
  signal.removeEventListener('abort', removed);
  controller.abort('first');
  controller.abort('second');
  expect(removed).not.toHaveBeenCalled();
  expect(kept).toHaveBeenCalledOnce();
  expect(signal).toMatchObject({ aborted: true, reason: 'first' });
});
