import { readdirSync } from 'node:fs';
import { outerLeftOut } from './tier.mjs';

/** The folders of the tests that run in a browser. */
const FOLDERS = ['test/element', 'test/frame', 'test/protocol'];
const FORCED_COLORS = 'test/element/forced-colors.test.ts';
/** Tests that make the policy of their page stricter, which nothing can undo. They run last. */
const POLICY = 'test/element/frame-stack.policy.test.ts';
/** Tests of rules that do not depend on the engine. One engine is enough in the lower tiers. */
const RULES =
  /^test\/(protocol\/|element\/(dashboard-life|parameters|reader-texts|refresh-every|token-secrecy|token-session\.))/;

/** The parts of file names that this run skips, such as `.slow.test.ts`. */
const skipped = outerLeftOut.map((pattern) => pattern.replace('**/*', ''));

const all = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .toSorted()
    .filter((name) => name.endsWith('.test.ts') && !skipped.some((end) => name.endsWith(end)))
    .map((name) => `${folder}/${name}`),
);

const ofElement = all.filter(
  (file) =>
    file.startsWith('test/element/') &&
    file !== FORCED_COLORS &&
    file !== POLICY &&
    !RULES.test(file),
);

/**
 * The test files of each page. A window costs as much as many tests, so few pages run all files.
 * @type {Record<'element' | 'rules' | 'frame' | 'published' | 'forcedColors', string[]>}
 */
export const PAGES = {
  element: [...ofElement, POLICY],
  rules: all.filter((file) => RULES.test(file)),
  // A page of its own: the module for dashboards that speak changes all elements of a page.
  frame: all.filter((file) => file.startsWith('test/frame/')),
  /** Tests of the names that the published files share with the host. `published.config.mjs` has the others. */
  published: ['test/element/rendered-settings.test.ts', 'test/frame/rendered.test.ts'],
  // A page of its own in Firefox only, which needs another browser for them.
  forcedColors: [FORCED_COLORS],
};

/**
 * Returns the group of Web Test Runner that runs files in one page.
 * @param {string} name
 * @param {string[]} files
 * @param {import('@web/test-runner').BrowserLauncher[]} browsers
 * @param {ElementForm} [form] the scripts of rendered pages
 * @returns {import('@web/test-runner').TestRunnerGroupConfig}
 *
 * @typedef {'modules' | 'published'} ElementForm
 */
export function toGroup(name, files, browsers, form = 'modules') {
  const testRunnerHtml = (framework) => toPage(framework, form, files);
  return { name, files: 'test/support/run-files.ts', browsers, testRunnerHtml };
}

/**
 * Returns the page of a group, or without `files` the page of a single test file.
 * @param {string} framework
 * @param {ElementForm} form
 * @param {string[]} [files]
 */
export function toPage(framework, form, files) {
  return `<!doctype html><html><head></head><body>
    <script>testFiles = ${JSON.stringify(files)}; elementForm = '${form}';</script>
    <script type="module" src="${framework}"></script></body></html>`;
}
