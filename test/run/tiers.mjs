/**
 * The npm scripts of each tier, in stages of lanes. The lanes of a stage run at the same time. Lanes of about
 * the same length keep two cores busy. The processor time that each prints omits browsers that were killed: with
 * them, the lanes of `all` need almost all of two cores.
 */
const ALL = [
  // All others need the build or the databases. Without them, several scripts would prepare their own.
  [['build'], ['test:databases']],
  [
    ['test:element', 'test:package', 'test:frameworks'],
    ['test:node'],
    ['test:e2e', 'test:postgres'],
  ],
];

const NIGHT = [
  'test:live',
  'test:live:firefox',
  'test:node-24',
  'test:mutation:host',
  'test:mutation:element',
  'test:mutation:doctor',
  'test:mutation:service',
  'simulate',
];

/** @type {Record<string, string[][][]>} */
export const TIERS = {
  fast: [[['test:databases', 'test:element'], ['test:node'], ['test:e2e']]],
  all: ALL,
  nightly: [...ALL, [NIGHT]],
};

/** The scripts of each room, for `npm test -- ROOM`. A script may have arguments. */
export const ROOMS = {
  element: [['test:element']],
  host: [['test:node test/host test/build']],
  doctor: [['test:node test/doctor']],
  init: [['test:node test/init']],
  simulation: [['test:node test/simulation']],
  service: [['test:databases', 'test:node test/service']],
  e2e: [['test:databases', 'test:e2e']],
  docs: [
    ['docs --check', 'lint:prose'],
    ['test:databases', 'test:docs'],
  ],
};
