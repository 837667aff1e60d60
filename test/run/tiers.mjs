/**
 * The one table of the tests: their parts, the paths that each part tests, and the time that it takes.
 *
 * @typedef {object} Part
 * @property {string} script an npm script, with arguments
 * @property {string} tier the value of `TEST_TIER`; see `test/support/tier.mjs`
 * @property {string} [engine] the value of `ENGINE`
 * @property {string[]} [paths] a change below one of them can break the part
 * @property {number} [minutes] the last time that was measured, alone on two slow cores
 * @property {boolean} [needsNetwork] installs packages while it runs
 *
 * @typedef {Part[][][]} Stages stages of lanes of parts: the lanes of a stage run at the same time
 */

const SERVICE = ['service', 'test/service'];
const ELEMENT = [
  'src/element',
  'src/frame',
  'src/locales',
  'src/page',
  'src/protocol',
  'test/element',
  'test/frame',
];

/** @returns {Part} */
const fast = (script) => ({ script, tier: 'fast' });
/** @returns {Part} */
const slow = (script, minutes, paths, more = {}) => ({
  script,
  tier: 'slow',
  minutes,
  paths,
  ...more,
});
/** @returns {Part} */
const night = (script) => ({ script, tier: 'nightly' });

/** @type {Stages} */
const FAST = [
  [
    [fast('test:databases'), fast('test:service')],
    [fast('test:node'), fast('test:element')],
    // The end-to-end tests are the last: by then, another lane has most likely prepared the databases.
    [fast('test:scripts'), fast('test:e2e')],
  ],
];

/** The parts of the package need the build, and those of the service its prepared databases. */
const PREPARATION = [[fast('build')], [fast('test:databases')]];

/**
 * The parts of `npm run test:all` that `npm test` has not, by name.
 * @type {Record<string, Part>}
 */
export const OUTER = {
  host: slow('test:node test/host', 1, ['src/host', 'src/protocol', 'test/host']),
  commands: slow('test:node test/doctor test/init', 1, ['command', 'test/doctor', 'test/init'], {
    needsNetwork: true,
  }),
  service: slow('test:service', 5, SERVICE),
  scripts: slow('test:scripts', 4, [
    'service/src/admin/browser',
    'service/src/page/browser',
    'test/scripts',
  ]),
  postgres: slow('test:postgres', 8, SERVICE),
  'back-office': slow('test:e2e test/e2e/back-office', 4, [
    'service/src/admin',
    'test/e2e/back-office',
  ]),
  playground: slow('test:e2e test/e2e/playground', 6, [
    'demo/playground',
    'test/e2e/playground',
    ...ELEMENT,
  ]),
  docs: slow('test:e2e test/e2e/docs', 4, ['docs', 'README.md', 'demo', 'test/e2e/docs']),
  tag: slow('test:e2e test/e2e/tag', 4, ['test/e2e/tag', ...ELEMENT]),
  dashboard: slow('test:e2e test/e2e/dashboard', 6, ['test/e2e/dashboard', ...SERVICE]),
  published: slow('test:published', 2, [
    ...ELEMENT,
    'build/lean-lit.mjs',
    'build/minify',
    'vite.config.ts',
  ]),
  firefox: slow('test:element', 4, ELEMENT, { engine: 'Firefox' }),
  webkit: slow('test:element', 5, ELEMENT, { engine: 'WebKitGTK' }),
  package: slow('test:package', 4, ['src', 'command', 'service/src', 'build', 'test/package']),
  frameworks: slow('test:frameworks', 8, ['src', 'command', 'demo', 'test/frameworks'], {
    needsNetwork: true,
  }),
  'live-demo': slow('test:live test/live', 4, ['build/live-demo', 'demo', ...SERVICE]),
};

/**
 * The parts of `npm run test:nightly`, by name. Each takes at most 90 minutes.
 * @type {Record<string, Part>}
 */
const NIGHTLY = Object.fromEntries(
  [
    'test:element',
    'test:published',
    'test:node',
    'test:node-24',
    'test:service',
    'test:postgres',
    'test:scripts',
    'test:e2e',
    'test:package',
    'test:frameworks',
    'test:live',
    'test:live:firefox',
    'test:mutation:host',
    'test:mutation:element',
    'test:mutation:doctor',
    'test:mutation:service',
    'test:mutation:page',
    'test:mutation:editor',
    'simulate',
  ].map((script) => [script.replace('test:', ''), night(script)]),
);

/**
 * The rooms of `npm test -- ROOM`.
 * @type {Record<string, Part[]>}
 */
const ROOMS = {
  element: [fast('test:element')],
  host: [fast('test:node test/host test/build')],
  doctor: [fast('test:node test/doctor')],
  init: [fast('test:node test/init')],
  simulation: [fast('test:node test/simulation')],
  service: [fast('test:databases'), fast('test:service'), fast('test:scripts')],
  e2e: [fast('test:databases'), fast('test:e2e')],
  docs: [fast('docs --check'), fast('lint:prose'), OUTER.docs],
};

/** Puts parts into two lanes of about the same length: the longest first, each into the shorter lane. */
function inTwoLanes(parts) {
  const lanes = [[], []];
  const lengths = [0, 0];
  for (const part of parts.toSorted((a, b) => b.minutes - a.minutes)) {
    const shorter = lengths[1] < lengths[0] ? 1 : 0;
    lanes[shorter].push(part);
    lengths[shorter] += part.minutes;
  }
  return lanes;
}

/**
 * Each tier: the stages of all its parts, those of the parts that the arguments name, and these names.
 * @type {Record<string, { stages: Stages, toStages: (names: string[]) => Stages, names: string[] }>}
 */
export const TIERS = {
  fast: {
    stages: FAST,
    toStages: (names) => [names.map((name) => ROOMS[name])],
    names: Object.keys(ROOMS),
  },
  all: {
    stages: [PREPARATION, ...FAST, inTwoLanes(Object.values(OUTER))],
    toStages: (names) => [PREPARATION, inTwoLanes(names.map((name) => OUTER[name]))],
    names: Object.keys(OUTER),
  },
  nightly: {
    stages: [PREPARATION, [Object.values(NIGHTLY)]],
    toStages: (names) => [PREPARATION, [names.map((name) => NIGHTLY[name])]],
    names: Object.keys(NIGHTLY),
  },
};
