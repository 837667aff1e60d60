import { mkdirSync } from 'node:fs';
import { launchChromium } from '../support/chromium.ts';
import { photographBackOffice } from './back-office.ts';
import { photographExpiry } from './expiry.ts';
import { photographPlayground } from './playground.ts';

/** `npm run pictures`: takes the pictures of the docs again. It needs the built package. */
const FOLDER = 'generated/pictures';

mkdirSync(FOLDER, { recursive: true });
const browser = await launchChromium();
try {
  for (const photograph of [photographExpiry, photographPlayground, photographBackOffice]) {
    await photograph(browser, (name) => `${FOLDER}/${name}.png`);
  }
} finally {
  await browser.close();
}
