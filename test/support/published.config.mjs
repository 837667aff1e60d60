import process from 'node:process';
import { defaultReporter } from '@web/test-runner';
import config from '../../web-test-runner.config.mjs';
import { findBlackBoxes } from './black-box-files.mjs';
import { countReporter } from './count-reporter.mjs';
import { publishedModules } from './published-modules.mjs';
import { PAGES, toGroup, toPage } from './test-pages.mjs';

const { element, rules, frame, forcedColors } = PAGES;
const blackBoxes = await findBlackBoxes([...element, ...rules, ...frame, ...forcedColors]);
// The result does not depend on the engine.
const browsers = config.browsers.slice(0, 1);

const toPublished = (name, files) =>
  toGroup(
    name,
    files.filter((file) => blackBoxes.has(file)),
    browsers,
    'published',
  );

/** `npm run test:published`: all black-box tests of the element and the frame, on the published files. */
export default {
  ...config,
  browsers,
  groups: process.argv.includes('--files')
    ? []
    : [
        toPublished('element', [...forcedColors, ...element]),
        toPublished('rules', rules),
        toPublished('frame', frame),
      ],
  testRunnerHtml: (framework) => toPage(framework, 'published'),
  middleware: [publishedModules, ...config.middleware],
  reporters: [
    defaultReporter({ reportTestProgress: !process.env.CI }),
    countReporter(
      `test-results/${process.env.TEST_LANE ?? 'published'}.json`,
      'npx wtr --config test/support/published.config.mjs',
    ),
  ],
};
