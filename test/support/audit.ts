import { expect } from '@open-wc/testing';
import { clock } from './test-page.ts';

/** Expects that an element has no accessibility problem. The audit needs real timers. */
export async function audit(element: Element): Promise<void> {
  clock.restore();
  await expect(element).to.be.accessible();
}
