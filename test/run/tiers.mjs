/**
 * The npm scripts of each tier, in stages of lanes. The lanes of a stage run at the same time. Lanes of about
 * the same length keep two cores busy.
 */
const ALL = [
  // `test:package` and `test:frameworks` need the build.
  // Without `test:databases`, test files prepare their own databases.
  ['build', 'test:databases', 'test:element', 'test:package', 'test:frameworks', 'test:postgres'],
  ['test:node', 'test:e2e'],
];

const NIGHT = ['test:live', 'test:live:firefox', 'test:node-24', 'test:mutation', 'simulate'];

/** @type {Record<string, string[][][]>} */
export const TIERS = {
  fast: [[['test:databases', 'test:element'], ['test:node'], ['test:e2e']]],
  all: [ALL],
  nightly: [ALL, [NIGHT]],
};

/** The scripts of each room, for `npm test -- ROOM`. A script may have arguments. */
export const ROOMS = {
  element: [['test:element']],
  host: [['test:node test/host test/build']],
  doctor: [['test:node test/doctor']],
  simulation: [['test:node test/simulation']],
  service: [['test:databases', 'test:node test/service']],
  e2e: [['test:databases', 'test:e2e']],
  docs: [
    ['docs --check', 'lint:prose'],
    ['test:databases', 'test:docs'],
  ],
};
