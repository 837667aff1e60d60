import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serve } from '../../test/support/node-server.ts';
import { launchChromium, REST_MS } from '../engines.ts';
import type { Bench, Goal } from '../results.ts';
import { areMediansAtMost, toMedianWithInterval } from '../statistics.ts';
import { bundle } from '../size/weigh.ts';
import { GUID, TOKEN_URL } from '../start/ways.ts';

const CDN_FILE = readFileSync(
  new URL('../../dist/embedded-dashboard.min.js', import.meta.url),
  'utf8',
);

/** The scripts, each in its own new browser. */
const WAYS = {
  byHand: { name: 'by hand', script: await bundleByHand() },
  ours: { name: 'ours', script: CDN_FILE },
  eager: {
    name: 'ours, with `allFunctionsCalledOnLoad`',
    script: `//# allFunctionsCalledOnLoad\n${CDN_FILE}`,
  },
};
type WayName = keyof typeof WAYS;
const NAMES = Object.keys(WAYS) as WayName[];

/** The milliseconds until the token request leaves. */
interface Delay {
  sinceEvaluation: number;
  sinceInsertion: number;
}

const LIMIT_MS = 6;

/** Measures the time that the script itself takes until its token request leaves. */
export const bench: Bench = async ({ isQuick }) => {
  const rounds = isQuick ? 3 : 31;
  await using server = await serve(listener);
  await using engine = await launchChromium();
  const delays: Record<WayName, Delay[]> = { byHand: [], ours: [], eager: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of NAMES) {
      await using visit = await engine.visit();
      await visit.page.goto(`http://127.0.0.1:${server.port}`);
      // The browser is still busy with its own start.
      await wait(REST_MS);
      delays[name].push(await visit.page.evaluate(insertScript, `/${name}.js`));
    }
    console.log(`evaluation: ${round + 1} of ${rounds} rounds`);
  }
  return {
    title: 'From the script to the token request',
    about: `A script is added to a page with one tag, in ${engine.name}, each time in a new browser without a compiled script. The second column begins when the first line of the script runs, the third when the script is added: it includes the loading and the first look at the text. \`allFunctionsCalledOnLoad\` is the comment that asks V8 to compile each function before the first line runs. The brackets hold the interval of the sign test.`,
    goals: [toGoal(delays)],
    tables: [
      {
        columns: ['the token request leaves', 'ms after the first line', 'ms after the insertion'],
        rows: NAMES.map((name) => [
          WAYS[name].name,
          toMedianWithInterval(
            delays[name].map(({ sinceEvaluation }) => sinceEvaluation),
            1,
          ),
          toMedianWithInterval(
            delays[name].map(({ sinceInsertion }) => sinceInsertion),
            1,
          ),
        ]),
      },
    ],
    raw: delays,
  };
};

function toGoal({ ours, byHand }: Record<WayName, Delay[]>): Goal {
  const values = ours.map((delay, round) => {
    return delay.sinceEvaluation - byHand[round]!.sinceEvaluation;
  });
  return {
    name: 'from the first line to the token request, minus by hand, ms',
    goal: `≤ ${LIMIT_MS}`,
    measured: toMedianWithInterval(values, 1),
    isMet: areMediansAtMost(LIMIT_MS, [values]),
  };
}

/** Runs in the page. */
async function insertScript(address: string): Promise<Delay> {
  const page = window as Window & { evaluatedAt?: number };
  const script = document.createElement('script');
  script.src = address;
  const insertedAt = performance.now();
  const askedAt = new Promise<number>((resolve) => {
    page.fetch = () => {
      resolve(performance.now());
      return new Promise(() => {});
    };
  });
  document.body.append(script);
  const at = await askedAt;
  return { sinceEvaluation: at - page.evaluatedAt!, sinceInsertion: at - insertedAt };
}

async function bundleByHand(): Promise<string> {
  const contents = `import { showDashboard } from '../hand-made/dashboard.ts';
    void showDashboard(document.body, '${GUID}');`;
  const stdin = { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) };
  return new TextDecoder().decode(await bundle({ stdin }));
}

/** Serves the page and its scripts. */
const listener: RequestListener = ({ url = '' }, response) => {
  const way = Object.entries(WAYS).find(([name]) => url === `/${name}.js`)?.[1];
  response.setHeader('Content-Type', way ? 'text/javascript' : 'text/html');
  response.end(way ? withMark(way.script) : PAGE);
};

const PAGE = `<!doctype html><title>Evaluation</title>
<embedded-dashboard token-url="${TOKEN_URL}" dashboard-guid="${GUID}"></embedded-dashboard>`;

/** Notes the time of the first line. A hint for the compiler stays before it. */
function withMark(script: string): string {
  const [hint = ''] = /^\/\/#.*\n/.exec(script) ?? [];
  return `${hint}window.evaluatedAt = performance.now();${script.slice(hint.length)}`;
}
