const ANY = /./;

/**
 * The tests that may be skipped, by file and title, and why. CI fails if another one is skipped: a program that is
 * missing would make its tests silent.
 * @type {[file: RegExp, title: RegExp, reason: string][]}
 */
const SKIPS = [
  [
    /http-server|public-url/,
    /both addresses|loopback address|only address/,
    'This machine lacks the address.',
  ],
  [/^test\/element/, /\(left out: /, 'The engine differs. The title says how.'],
  [/^test\/frameworks/, ANY, 'The table of the apps says which of them have this feature.'],
  [/real-installation/, /from the registry/, 'This machine reaches no npm registry.'],
  [
    /host-examples|behind-haproxy|moved-database|operator-examples|restarted-processes/,
    /skipped: this machine lacks/,
    'Some versions of Debian lack the package.',
  ],
  [/read-folder/, /may not be read/, 'The user root may read every file.'],
  [/ordinary-login/, /that may create roles/, 'PostgreSQL 16 changed the rule.'],
  [/package\/service|data-folder|disk-full/, ANY, 'This machine refuses a namespace or a mount.'],
];

/**
 * Returns the skipped tests that are not in the list.
 * @param {import('./results.mjs').Test[]} skipped
 */
export function findUnlisted(skipped) {
  return skipped.filter(
    (test) => !SKIPS.some(([file, title]) => file.test(test.file) && title.test(test.title)),
  );
}
