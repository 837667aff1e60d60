import { expect } from '@open-wc/testing';
import '../../src/locales/ar.ts';
import { audit } from '../support/audit.ts';
import { createWith, STATUSES, type Settings } from './status-stage.ts';

const LOOKS: Record<string, Settings> = {
  'the default look': {},
  'the dark theme': { theme: 'dark' },
  'a custom background': { backgroundColor: 'rebeccapurple' },
};
const LANGUAGES = { English: 'en', Arabic: 'ar' };

afterEach(() => {
  document.documentElement.lang = '';
  document.documentElement.dir = '';
});

for (const [look, settings] of Object.entries(LOOKS)) {
  for (const [language, lang] of Object.entries(LANGUAGES)) {
    for (const status of STATUSES) {
      it(`has no accessibility problem in ${look}, in ${language}, ${status}`, async () => {
        Object.assign(document.documentElement, { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
        await audit(await createWith(status, settings));
      });
    }
  }
}

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
