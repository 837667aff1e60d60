import { expect } from '@open-wc/testing';
import { audit } from '../support/audit.ts';
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

it('shows the page’s own content in its slots', async () => {
  const element = await createWith('failed');
  element.insertAdjacentHTML('beforeend', '<p slot="failed" lang="de">Nicht erreichbar</p>');
  const slot = element.shadowRoot!.querySelector('slot')!;
  expect(slot.assignedElements().map(({ textContent }) => textContent)).to.deep.equal([
    'Nicht erreichbar',
  ]);
  await audit(element);
});
