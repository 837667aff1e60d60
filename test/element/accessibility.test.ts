import { expect } from '@open-wc/testing';
import { itIsAccessible, resetLanguage } from './accessible-looks.ts';
import { createWith, STATUSES } from './status-stage.ts';

afterEach(resetLanguage);

// `accessibility.slow.test.ts` has all combinations.
for (const status of STATUSES) itIsAccessible('the default look', 'English', status);
itIsAccessible('the dark theme', 'English', 'failed');
itIsAccessible('a custom background', 'Arabic', 'failed');

it('reads from right to left in Arabic, and stays within its box', async () => {
  document.documentElement.lang = 'ar';
  const element = await createWith('failed');
  const [message] = element.shadowRoot!.querySelectorAll('p');
  expect(getComputedStyle(message!).direction).to.equal('rtl');
  const box = element.getBoundingClientRect();
  const { left, right } = message!.getBoundingClientRect();
  expect(left - box.left).to.be.closeTo(box.right - right, 1);
});
