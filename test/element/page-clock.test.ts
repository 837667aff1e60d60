import { expect } from '@open-wc/testing';
import { now, unwatch, watch } from '../../src/element/page-clock.ts';
import { clock } from '../support/test-page.ts';
import { SECOND } from '../support/durations.ts';

it('leaves no timer behind after a function that was watched twice', () => {
  let next = SECOND;
  const tick = () => [now() + next];
  watch(tick);
  next = 2 * SECOND;
  watch(tick);
  expect(clock.countTimers()).to.equal(1);
  unwatch(tick);
  expect(clock.countTimers()).to.equal(0);
});
