import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../../command/src/doctor/command-options.ts';
import type { Part } from '../../../command/src/doctor/finding.ts';
import { toText } from '../../../command/src/doctor/report-text.ts';
import { runChecks } from '../../../command/src/doctor/run-checks.ts';
import { SERVICE_CHECKS } from '../../../command/src/doctor/service-checks.ts';
import type { ServiceEvidence } from '../../../command/src/doctor/service-evidence.ts';
import type { DashboardErrorCode } from '../../../src/protocol/dashboard-error.ts';
import { STATUS } from '../../../src/host/dashboard-host-error.ts';
import { APPS } from '../../frameworks/apps.ts';
import { DOCS, readDocs } from './docs.ts';
import { findTypeErrors } from './type-check.ts';

const blocks = readDocs();
const all = Object.values(blocks).flat();
/** A page whose blocks `quick-start.slow.test.ts` runs. */
const QUICK_START = 'quick-start.md';

/** The machines that run the tests have no current Laravel, Spring or .NET. */
const NOT_RUN = [
  'docs/examples/laravel.php',
  'docs/examples/DashboardController.java',
  'docs/examples/Program.cs',
];
/** Files that other tests run: `pages.slow.test.ts`, `fresh-applications.nightly.test.ts`, `observe-recipes.slow.test.ts`, `test/frame/docs-page.test.ts`, and in `test/service` those of row-level security, MariaDB, `check-data`, query comments, killed processes, HAProxy and failovers. */
const RUN_ELSEWHERE = new Set([
  'docs/examples/dashboards.mjs',
  'docs/examples/rendered-express.mjs',
  'docs/examples/rendered-page.mjs',
  'docs/examples/by-hand/server.mjs',
  'docs/examples/observe-audit.mjs',
  'docs/examples/observe-opentelemetry.mjs',
  'docs/examples/observe-prometheus.mjs',
  'docs/examples/by-hand/index.html',
  'docs/examples/migrated.mjs',
  'docs/examples/migrated/index.html',
  'docs/examples/speaking-dashboard.html',
  'docs/examples/row-level-security.mjs',
  'docs/examples/row-policy.sql',
  'docs/examples/data/mariadb-login.sql',
  'docs/examples/data/postgresql-login.sql',
  'docs/examples/running-queries.sql',
  'docs/examples/several-processes.conf',
  'docs/examples/several-processes.haproxy.cfg',
  'docs/examples/haproxy-postgresql.cfg',
  // `npm run kill-test` starts these, and `killed-parts.slow.test.ts` a part of them.
  ...['etcd.yml', 'patroni.yml', 'haproxy.cfg', 'service.env', 'nginx.conf'].map(
    (name) => `docs/examples/high-availability/${name}`,
  ),
  'docs/examples/built-files.conf',
]);

/** The check of each kind of block, by the words after its opening fence. */
const CHECKS = {
  'type-checked by TypeScript, below': /^js$/,
  'opened in a browser, by docs.pages.slow.test.ts': /^html$/,
  'parsed by a browser, in the same file': /^css$/,
  'parsed, below': /^json$/,
  'the text of a file that runs': /^\w+ docs\/examples\//,
  'the text of an app that test/frameworks builds and drives': /^\w+ demo\/frameworks\//,
};

it('has no code block of an unchecked kind', () => {
  const kinds = Object.values(CHECKS);
  const others = all
    .filter((block) => !blocks[QUICK_START]!.includes(block))
    .filter(({ info }) => !kinds.some((kind) => kind.test(info)));
  // An exchange and two policies: `pages.slow.test.ts` has a test for each.
  const known = [...blocks['http.md']!, ...blocks['security-policy.md']!];
  const messages = known.filter(({ info }) => info === 'http');
  expect(messages).toHaveLength(3);
  // Commands, and a diagram: CI runs the commands.
  const ofDemo = blocks['live-demo.md']!;
  // The analyst's SQL: `pages.slow.test.ts` runs it.
  const sql = blocks['back-office.md']!;
  // Commands for operators: `backup.*.test.ts` and `test/package/service.test.ts` run the same ones. Two proxies that no test runs.
  const commands = blocks['production.md']!.filter(({ info }) => !/ docs\/examples\//.test(info));
  // Commands for operators: `check-data.postgres.test.ts` and `settings.test.ts` have the same ones.
  const ofData = blocks['data-connections.md']!.filter(({ info }) => info === 'sh');
  // A query of Prometheus, and a command: `telemetry/docs.test.ts` compares their names with the service.
  const ofMetrics = blocks['observability.md']!.filter(({ info }) => /^(sh|text)$/.test(info));
  // A command and its output, which are tested below.
  const ofDoctor = blocks['doctor.md']!.filter(({ info }) => info !== 'js');
  // A command and its output: `test/init/safety.test.ts` compares them.
  const ofInit = blocks['existing-application.md']!;
  // Files and commands: `test/service/deploy/docs.pglite.slow.test.ts` makes the files, and runs the commands.
  const ofGit = blocks['dashboards-in-git.md']!.filter(({ info }) => info !== 'json');
  // Commands of a move: `test/service/transfer/round-trip.postgres.slow.test.ts` runs them.
  const ofMoves = blocks['growing.md']!.filter(({ info }) => info === 'sh');
  // The command of `test/kill`, and the packages that it needs.
  const ofKills = blocks['high-availability.md']!.filter(({ info }) => info === 'sh');
  // Settings: `test/service/start/oidc-settings.test.ts` reads them.
  const ofSignOn = blocks['single-sign-on.md']!;
  // Commands of the doctor: `test/doctor/command-options.test.ts` has the same options.
  const ofHosts = [...blocks['application-in-production.md']!, ...blocks['other-languages.md']!];
  const calls = ofHosts.filter(({ info }) => info === 'sh');
  expect(others).toEqual(
    [
      ...[...messages, ...ofDemo, ...sql, ...commands, ...ofData],
      ...[...ofMetrics, ...ofDoctor, ...ofInit, ...ofGit, ...ofMoves, ...ofKills, ...ofSignOn],
      ...calls,
    ].toSorted((a, b) => all.indexOf(a) - all.indexOf(b)),
  );
});

describe('the blocks with a file name', () => {
  const ofFiles = all.filter(({ info }) => CHECKS['the text of a file that runs'].test(info));
  const ofApps = all.filter(({ info }) => /^\w+ demo\/frameworks\//.test(info));

  it.for([...ofFiles, ...ofApps])('match the file: $info', ({ info, code }) => {
    expect(code).toBe(readFileSync(info.split(' ')[1]!, 'utf8'));
  });

  it('show only files that a test runs', () => {
    const examples = readFileSync('test/e2e/docs/host-examples.slow.test.ts', 'utf8');
    const isRun = (path: string): boolean =>
      RUN_ELSEWHERE.has(path) || examples.includes(`'${path.slice('docs/examples/'.length)}'`);
    const paths = new Set(ofFiles.map(({ info }) => info.split(' ')[1]!));
    expect([...paths].filter((path) => !isRun(path))).toEqual(NOT_RUN);
  });

  it('show each tested app except the one from a CDN', () => {
    const shown = new Set(ofApps.map(({ info }) => info.split('/')[2]));
    const apps = APPS.map(({ name }) => name).filter((name) => name !== 'cdn');
    expect(shown).toEqual(new Set(apps));
  });
});

it('has JSON that can be parsed', () => {
  const texts = all.filter(({ info }) => info === 'json').map(({ code }) => code);
  expect(texts.map((text) => typeof JSON.parse(text))).toEqual(texts.map(() => 'object'));
});

it('has JavaScript without type errors', () => {
  const files: Record<string, string> = {};
  for (const [page, of] of Object.entries(blocks)) {
    if (page === QUICK_START) continue;
    const scripts = of.filter(({ info }) => info === 'js').map(({ code }) => code);
    const [modules, plain] = [
      scripts.filter((code) => /^import /m.test(code)),
      scripts.filter((code) => !/^import /m.test(code)),
    ];
    modules.forEach((code, at) => (files[`docs/${page}-${at}.mjs`] = code));
    // Later blocks use the variables of the first ones.
    files[`docs/${page}.mjs`] = `${plain.join('\n')}\nexport {};`;
  }
  for (const { info, code } of all) {
    const [language, path] = info.split(' ');
    if (language === 'js' && path?.startsWith('docs/')) files[path] = code;
  }
  expect(findTypeErrors(files)).toEqual([]);
});

describe('the page of the frameworks', () => {
  const text = readFileSync('docs/frameworks.md', 'utf8');
  const rows = Array.from(text.matchAll(/^\|(.*)\|$/gm), ([, row = '']) =>
    row.split('|').map((cell) => cell.trim().replaceAll('`', '')),
  ).slice(2);

  it('has a row for each app that is driven', () => {
    expect(rows.map((row) => row.at(-1))).toEqual(APPS.map(({ name }) => name));
  });

  it.for(APPS)('has the types, a property and an event as $name does', (app) => {
    const { name, source, types = 'tsconfig.json' } = app;
    const [, shown, ...bindings] = rows.find((row) => row.at(-1) === name)!.slice(0, -1);
    const [, used = '–'] = /["'](embedded-dashboard\/\w+)["']/.exec(read(name, types)) ?? [];
    expect(shown).toBe(used);
    const code = withoutSpace(read(name, source));
    const isUsed = (binding: string): boolean =>
      code.includes(withoutSpace(binding.split(/\{?…/)[0]!));
    expect(bindings.filter((binding) => !isUsed(binding))).toEqual([]);
  });

  it.for(APPS.filter(({ name }) => name !== 'cdn'))(
    'has the minimal example of $name, and names the full one',
    ({ name, minimal, source }) => {
      const infos = blocks['frameworks.md']!.map(({ info }) => info.split(' ')[1]);
      expect(infos).toContain(`demo/frameworks/${name}/${minimal!.file}`);
      expect(text).toContain(`\`demo/frameworks/${name}/${source}\``);
    },
  );

  const read = (name: string, path: string): string =>
    readFileSync(`demo/frameworks/${name}/${path}`, 'utf8');
  const withoutSpace = (code: string): string => code.replaceAll(/\s/g, '');
});

describe('the page of the doctor', () => {
  const [command, , localCommand, output] = blocks['doctor.md']!;

  it.for([
    [command, 'https://bi.example.com', 'https://app.example.com'],
    [localCommand, 'http://localhost:4600', 'http://localhost:3000'],
  ] as const)('has commands with known options: %#', ([block, service, app]) => {
    const args = block!.code.split(' doctor ')[1]!.split(/[\\\s]+/);
    const options = parseCommand(args.filter(Boolean), { DASHBOARD_API_KEY: 'key' });
    expect(options).toMatchObject({ service, host: `${app}/dashboards`, page: `${app}/` });
  });

  it('has the output of the command', async () => {
    const [address, app] = ['https://bi.example.com', 'https://app.example.com'];
    const clock = SERVICE_CHECKS.filter(({ name }) => name === 'clock');
    const evidence = { clockAheadMs: -95_000 } as ServiceEvidence;
    const [wrong] = await runChecks('service', clock, evidence);
    const toReport = (part: Part, at: string, count: number, last = { ...wrong!, ok: true }) => {
      const passed = Array.from({ length: count - 1 }, () => ({ ...wrong!, ok: true }));
      return { part, address: at, findings: [...passed, last], notes: [] };
    };
    const reports = [
      toReport('service', address, 25, wrong),
      toReport('host', app, 80),
      toReport('page', app, 28),
    ];
    expect(toText(reports, { isColored: false, isReport: false }).trim()).toBe(output!.code.trim());
  });
});

describe('the troubleshooting', () => {
  const ELEMENT: Record<DashboardErrorCode, true> = {
    config: true,
    network: true,
    timeout: true,
    offline: true,
    forbidden: true,
    'not-found': true,
    'rate-limited': true,
    server: true,
    'bad-response': true,
    'bad-token': true,
    'frame-timeout': true,
    'frame-blocked': true,
    'mixed-content': true,
    'logout-failed': true,
  };
  const text = readFileSync('docs/troubleshooting.md', 'utf8');
  const [, element = '', host = ''] = text.split(/^## .*$/m);
  const headingsOf = (part: string): string[] =>
    Array.from(part.matchAll(/^### (.*)$/gm), ([, heading = '']) => heading);

  it('has a section for each code of the element', () => {
    expect(headingsOf(element)).toEqual(Object.keys(ELEMENT).map((code) => `\`${code}\``));
  });

  it('has a section for each code of the host, with its status', () => {
    const codes = Object.entries(STATUS).map(([code, status]) => `\`${code}\`, ${status}`);
    expect(headingsOf(host)).toEqual(codes);
  });

  it('quotes a message of each code, with its symptoms, its cause and its fix', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(`src/${path}`, 'utf8'))
      .join('\n');
    const isSaid = (quote: string): boolean =>
      quote.split('…').every((piece) => sources.includes(piece.trim()));
    const sections = `${element}${host}`.split(/^### /m).slice(1);
    const quotes = sections.map((section) => /^> (.{9,})$/m.exec(section)?.[1] ?? section);
    expect(quotes.filter((quote) => !isSaid(quote))).toEqual([]);
    const form = /\n\*\*Symptom:\*\* [^]*\n\*\*Cause:\*\* [^]*\n\*\*Fix:\*\* /;
    expect(sections.filter((section) => !form.test(section))).toEqual([]);
  });
});

it.for([...DOCS.map((name) => `docs/${name}`), 'README.md'])('has no broken links: %s', (path) => {
  const text = readFileSync(path, 'utf8');
  const links = Array.from(text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, link = '']) => link);
  const broken = links.filter((link) => {
    const [file, anchor] = link.split('#');
    const target = new URL(file || path.split('/').at(-1)!, new URL(path, 'file:///')).pathname;
    const anchors = toAnchors(target.slice(1));
    return !anchors || (anchor !== undefined && !anchors.includes(anchor));
  });
  expect(broken).toEqual([]);
});

/** Returns the anchors of a file's headings as GitHub makes them, or `null` if the file does not exist. */
function toAnchors(path: string): string[] | null {
  try {
    const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm);
    return Array.from(headings, ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
  } catch (error) {
    // Folders have no headings.
    return (error as NodeJS.ErrnoException).code === 'EISDIR' ? [] : null;
  }
}
