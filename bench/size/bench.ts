import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CDN_BUDGET } from '../../build/weigh-and-hash.ts';
import type { Bench, Goal, Table } from '../results.ts';
import { type Footprint, measureFootprint, measureOwnFootprint } from './footprint.ts';
import { type Part, weighParts } from './parts.ts';
import { type Peer, PEERS } from './peers.ts';
import { bundle, weigh, type Weight } from './weigh.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEERS_FOLDER = fileURLToPath(new URL('peers', import.meta.url));
const HAND_MADE = fileURLToPath(new URL('../hand-made/dashboard.ts', import.meta.url));

/** A row of the table. */
interface Candidate {
  name: string;
  weight: Weight;
  /** Missing if nothing has to be installed. */
  footprint?: Footprint;
  atRunTime: string;
}

/** Weighs the minimal code that embeds one dashboard, and the packages to install for it. */
export const bench: Bench = async () => {
  // The packages have a folder of their own, because they are large and never run.
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: PEERS_FOLDER, stdio: 'inherit' });
  const ours = await weighOurs();
  const handMade = await weighHandMade();
  const peers: Candidate[] = [];
  for (const peer of PEERS) peers.push(await weighPeer(peer));
  peers.sort((a, b) => a.weight.brotli - b.weight.brotli);
  const parts = await weighParts();
  const candidates = [...Object.values(ours), handMade, ...peers];
  return {
    title: 'Size',
    about:
      'The minimal code that embeds one dashboard, as the vendor’s documentation shows it. All code is bundled and minified by esbuild for browsers in production. Only the CDN file is weighed as published. The second table is of builds without one of its source files, and without what only that file uses. The tag in the page is not counted. Installed is the disk space of the package and all its dependencies, in blocks of 4 KiB. Not included are files that only the vendor’s own server has: Metabase’s embed.js, GoodData, Beddable, Sisense’s frame.js. Also not included are Sisense’s Compose SDK, which draws charts without a frame, and Grafana, which is a frame without code.',
    goals: [
      toGoal('size of the CDN file, brotli', ours.cdn.weight.brotli, CDN_BUDGET),
      countDependencies(),
    ],
    tables: [toTable(candidates), toPartTable(parts)],
    raw: { candidates, parts },
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
      name: `${name}, from npm with its dependencies`,
      weight: weigh(await bundle({ stdin })),
      footprint,
      atRunTime: 'no',
    },
    ownCode: {
      name: `${name}, from npm without Lit`,
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
    name: 'by hand: `fetch`, a frame, and a timer that renews it',
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
    name: 'direct dependencies',
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
      'code for one dashboard',
      'minified, B',
      'gzip -9, B',
      'brotli 11, B',
      'dependencies, direct and transitive',
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

function toPartTable(parts: readonly Part[]): Table {
  return {
    columns: ['the CDN file without', 'is smaller by, B in brotli'],
    rows: parts.map(({ name, bytes }) => [name, toDigits(bytes)]),
  };
}

function toDigits(value: number): string {
  return value.toLocaleString('en');
}
