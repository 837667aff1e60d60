/**
 * The tests that may be skipped, and why. CI fails if another one is skipped: a program that is missing would make its
 * tests silent.
 * @type {{ file: string, title: RegExp, reason: string }[]}
 */
const SKIPS = [
  {
    file: 'test/service/http-server.test.ts',
    title: /both addresses/,
    reason: 'This machine has no IPv6.',
  },
];

/**
 * Returns the skipped tests that are not in the list.
 * @param {import('./results.mjs').Test[]} skipped
 */
export function findUnlisted(skipped) {
  const isListed = (test) =>
    SKIPS.some(({ file, title }) => file === test.file && title.test(test.title));
  return skipped.filter((test) => !isListed(test));
}
