import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CDN_BUDGET } from '../../build/weigh-and-hash.ts';
import type { Bench, Goal, Table } from '../results.ts';
import { type Footprint, measureFootprint, measureOwnFootprint } from './footprint.ts';
import { type Peer, PEERS } from './peers.ts';
import { bundle, weigh, type Weight } from './weigh.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEERS_FOLDER = fileURLToPath(new URL('peers', import.meta.url));
const HAND_MADE = fileURLToPath(new URL('../hand-made/dashboard.ts', import.meta.url));

/** One line of the table. */
interface Candidate {
  name: string;
  weight: Weight;
  /** Where something is to be installed. */
  footprint?: Footprint;
  atRunTime: string;
}

/** The least code that embeds one dashboard, and what is installed for it. */
export const bench: Bench = async () => {
  // Apart from the other libraries, for they are large and nobody runs them.
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: PEERS_FOLDER, stdio: 'inherit' });
  const ours = await weighOurs();
  const handMade = await weighHandMade();
  const peers: Candidate[] = [];
  for (const peer of PEERS) peers.push(await weighPeer(peer));
  peers.sort((a, b) => a.weight.brotli - b.weight.brotli);
  const candidates = [...Object.values(ours), handMade, ...peers];
  return {
    title: 'Size',
    about:
      'The least code that embeds one dashboard, as its makers show it: bundled and minified by esbuild, for browsers and production; the CDN file alone is weighed as it is published. The tag in the page is not counted. Installed is what npm puts on the disk in blocks of 4 KiB: the package, and all that it depends on. Not included: files that only the vendor’s own server has (Metabase’s embed.js, GoodData, Beddable, Sisense’s frame.js), what draws its charts without a frame (Sisense’s Compose SDK), and Grafana, which is a frame without code.',
    goals: [
      toGoal('the CDN file, brotli', ours.cdn.weight.brotli, CDN_BUDGET),
      countDependencies(),
    ],
    tables: [toTable(candidates)],
    raw: { candidates },
  };
};

async function weighOurs(): Promise<Record<'cdn' | 'allIn' | 'ownCode', Candidate>> {
  const stdin = { contents: "import 'embedded-dashboard';", resolveDir: ROOT };
  const footprint = measureOwnFootprint(ROOT);
  const name = `**embedded-dashboard** ${footprint.version}`;
  return {
    cdn: {
      name: `${name}, the CDN file`,
      weight: weigh(readFileSync(`${ROOT}/dist/embedded-dashboard.min.js`)),
      atRunTime: 'no',
    },
    allIn: {
      name: `${name}, from npm with all that it needs`,
      weight: weigh(await bundle({ stdin })),
      footprint,
      atRunTime: 'no',
    },
    ownCode: {
      name: `${name}, from npm, Lit outside`,
      weight: weigh(await bundle({ stdin, external: ['@lit/*'] })),
      footprint,
      atRunTime: 'no',
    },
  };
}

async function weighHandMade(): Promise<Candidate> {
  const call =
    "void showDashboard(document.querySelector('#dashboard'), '6f1c5a0e-1111-4222-8333-444455556666');";
  const contents = `import { showDashboard } from '${HAND_MADE}';\n${call}`;
  return {
    name: 'by hand: fetch and a frame, renewed by a timer',
    weight: weigh(await bundle({ stdin: { contents, resolveDir: ROOT } })),
    atRunTime: 'no',
  };
}

async function weighPeer({ name, entry, atRunTime }: Peer): Promise<Candidate> {
  const footprint = measureFootprint(PEERS_FOLDER, name);
  console.log(`weighed: ${name}`);
  return {
    name: `${name} ${footprint.version}`,
    weight: weigh(await bundle({ entryPoints: [`${PEERS_FOLDER}/${entry}`] })),
    footprint,
    atRunTime,
  };
}

function countDependencies(): Goal {
  const { dependencies } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const names = Object.keys(dependencies);
  return {
    name: 'dependencies of its own',
    goal: '1',
    measured: `${names.length}: ${names.join(', ')}`,
    isMet: names.length === 1,
  };
}

function toGoal(name: string, bytes: number, most: number): Goal {
  return {
    name,
    goal: `≤ ${toDigits(most)} B`,
    measured: `${toDigits(bytes)} B`,
    isMet: bytes <= most,
  };
}

function toTable(candidates: readonly Candidate[]): Table {
  return {
    columns: [
      'for one dashboard',
      'minified, B',
      'gzip -9, B',
      'brotli 11, B',
      'dependencies, theirs too',
      'installed, KiB',
      'loads more code later',
    ],
    rows: candidates.map(({ name, weight, footprint, atRunTime }) => [
      name,
      ...[weight.minified, weight.gzip, weight.brotli].map(toDigits),
      footprint ? footprint.packages.length - 1 : '–',
      footprint ? toDigits(footprint.kibibytes) : '–',
      atRunTime,
    ]),
  };
}

function toDigits(value: number): string {
  return value.toLocaleString('en');
}
