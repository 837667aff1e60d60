import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { format, type FormatConfig } from 'oxfmt';
import { STATUS, type DashboardHostErrorCode } from '../src/host/dashboard-host-error.ts';
import { HELP } from '../command/src/doctor/command-options.ts';
import { DEADLINE, REFRESH_FROM, REFRESH_TO } from '../src/element/refresh-policy.ts';
import { TOKEN_LIFETIME_SECONDS } from '../src/protocol/token.ts';
import { toNotice, toReport } from '../bench/report.ts';
import { isCurrent, readResults, type SavedResult } from '../bench/results.ts';
import { toDoctorTable } from './doctor-table.ts';
import { FIGURES } from './figures.ts';
import { toFunctions, toMemberTable, toWordTable } from './host-api.ts';
import { table } from './markdown-table.ts';
import { toPublicApi } from './public-api.ts';
import { OWNER, toSupportTable } from './release/owner.ts';
import { toSettingTable } from './setting-table.ts';
import { toTileTable } from './tile-table.ts';

/** The documented parts of an entry of `custom-elements.json`. */
interface Entry {
  name: string;
  description: string;
  kind?: 'field' | 'method';
  type?: { text: string };
  default?: string;
  /** A property's attribute. */
  attribute?: string;
  /** An attribute's property. */
  fieldName?: string;
  readonly?: boolean;
  /** The meaning of each word, if the type is a union of words. */
  words?: Entry[];
}

interface Declaration extends Entry {
  members: Entry[];
}

interface ElementDeclaration extends Declaration {
  attributes: Entry[];
  events: (Entry & { type: { text: string } })[];
  slots: Entry[];
  cssParts: Entry[];
  cssStates: Entry[];
}

const README = 'README.md';
/** Generated completely from the results of the benches. */
const REPORT = 'generated/benches.md';
/** The types of all entries, so that every change of the public API shows in a diff. */
const PUBLIC_API = 'generated/public-api.txt';
const PAGES = readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : []));

const manifest = readJson('custom-elements.json') as { modules: [{ declarations: Declaration[] }] };
const [{ declarations }] = manifest.modules;
const element = find('EmbeddedDashboardElement') as ElementDeclaration;

/** The generated content between `<!-- name -->` and `<!-- /name -->`. */
const SECTIONS: Record<string, () => string> = {
  attributes: () =>
    table(
      ['attribute', 'property', 'default', 'description'],
      element.attributes.map((entry) => [
        code(entry.name),
        code(entry.fieldName!),
        toDefault(entry),
        entry.description,
      ]),
    ),
  members: () =>
    table(
      ['property or method', 'description'],
      element.members.filter(({ attribute }) => !attribute).map(toMemberRow),
    ),
  events: () =>
    table(
      ['event', 'when', 'fields'],
      element.events.map(({ name, description, type }) => [
        code(name),
        description,
        find(type.text)!.members.flatMap(toFields).join('<br>'),
      ]),
    ),
  'error-codes': () =>
    table(
      ['code', 'what happened', 'what to do'],
      find('DashboardError')!
        .members.find(({ name }) => name === 'code')!
        .words!.map(toCodeRow),
    ),
  theming: () =>
    table(
      ['in HTML and CSS', 'description'],
      [
        ...element.slots.map((entry) => [code(`slot="${entry.name}"`), entry.description]),
        ...element.cssParts.map((entry) => [code(`::part(${entry.name})`), entry.description]),
        ...element.cssStates.map((entry) => [code(`:state(${entry.name})`), entry.description]),
      ],
    ),
  measured: () =>
    table(
      ['measured', 'goal', 'result'],
      readResults()
        .filter(([name, result]) => isCurrent(name, result))
        .map(([, { goals }]) => [goals[0]!.name, goals[0]!.goal, goals[0]!.measured]),
    ),
  'bench-readers': () => toGoalTable('readers'),
  parts: () => {
    const { columns, rows } = findResult('size').tables[1]!;
    return table(
      columns,
      rows.map((cells) => cells.map(String)),
    );
  },
  'host-options': () => toMemberTable('DashboardHostOptions'),
  'host-user': () => toMemberTable('ResolvedUser'),
  'host-details': () => toMemberTable('ResolveDetails'),
  'host-members': () => toMemberTable('DashboardHost'),
  'host-client': () => toMemberTable('DashboardClient'),
  'host-token-request': () => toMemberTable('TokenRequest'),
  'host-event': () => toMemberTable('DashboardHostEvent'),
  'host-functions': () =>
    toFunctions([
      'createDashboardHost',
      'createDashboardClient',
      'toNodeListener',
      'sessionIdFrom',
      'oneOf',
    ]),
  'host-codes': () =>
    toWordTable('DashboardHostErrorCode', (word) => STATUS[word as DashboardHostErrorCode]),
  'service-settings': toSettingTable,
  'tile-questions': () => toTileTable(['kind', 'question'], ({ question }) => [question]),
  'tile-rows': () => toTileTable(['kind', 'rows', 'notes'], ({ rows, notes }) => [rows, notes]),
  'doctor-service': () => toDoctorTable('service'),
  'doctor-host': () => toDoctorTable('host'),
  'doctor-page': () => toDoctorTable('page'),
  'doctor-help': () => ['```text', HELP.trim(), '```'].join('\n'),
  'refresh-range': () => `${toPercent(REFRESH_FROM)} to ${toPercent(REFRESH_TO)} %`,
  'refresh-minutes': () => `${Math.round((DEADLINE * TOKEN_LIFETIME_SECONDS) / 60)}`,
  'refresh-deadline': () => `${toPercent(DEADLINE)} %`,
  support: () => toSupportTable(OWNER),
  'cdn-tag': () => code(cdnTag()),
  ...FIGURES,
};

function findResult(bench: string): SavedResult {
  return readResults().find(([name]) => name === bench)![1];
}

/** Returns the goals of a bench with what was measured. */
function toGoalTable(bench: string): string {
  const result = findResult(bench);
  if (!isCurrent(bench, result)) return `${toNotice(bench)}\n`;
  return table(
    ['measured', 'goal', 'result'],
    result.goals.map(({ name, goal, measured }) => [name, goal, measured]),
  );
}

/** Returns the text with its sections filled from the sources. */
function fillSections(path: string, text: string): string {
  let filled = text;
  for (const [, name = ''] of text.matchAll(/<!-- \/([\w-]+) -->/g)) {
    const place = new RegExp(`(?<=<!-- ${name} -->).*?(?=<!-- /${name} -->)`, 's');
    const [before, after, ...others] = filled.split(place);
    const toContent = SECTIONS[name];
    if (!toContent || after === undefined || others.length)
      throw new Error(
        `${path} must have exactly one section ${name}, and build/docs.ts its content.`,
      );
    placed.add(name);
    const content = toContent();
    const space = content.includes('\n') ? '\n\n' : '';
    filled = [before, content, after].join(space);
  }
  return filled;
}

/** Returns the text with its code blocks filled from the files that they name. */
function fillBlocks(text: string): string {
  return text.replace(
    /^(```\w+ (\S+\/\S+)\n).*?^```$/gms,
    (_block, opening: string, path: string) => {
      return `${opening}${readFileSync(path, 'utf8')}\`\`\``;
    },
  );
}

function find(name: string | undefined): Declaration | undefined {
  return declarations.find((declaration) => declaration.name === name);
}

/** Formats a default as code if it is a quoted string of the sources. Other defaults are prose. */
function toDefault({ default: value = '–' }: Entry): string {
  const [, text] = /^'(.*)'$/.exec(value) ?? [];
  return text ? code(text) : value;
}

function toMemberRow({ name, kind, readonly, description }: Entry): string[] {
  if (kind === 'method') return [code(`${name}()`), description];
  return [`${code(name)}${readonly ? ', read-only' : ''}`, description];
}

/** Returns a field, and then the fields of its type. Unions of words have a table of their own. */
function toFields({ name, type, words, description }: Entry): string[] {
  const field = code(words ? name : `${name}: ${type?.text}`);
  const fields = find(type?.text)?.members ?? [];
  return [
    `${field} ${description}`,
    ...fields.flatMap((inner) => toFields({ ...inner, name: `${name}.${inner.name}` })),
  ];
}

/** Splits a description: the first sentence says what happened, the others what to do. */
function toCodeRow({ name, description }: Entry): string[] {
  const end = description.indexOf('. ') + 1;
  return [code(name), description.slice(0, end), description.slice(end).trim()];
}

function toPercent(share: number): number {
  return Math.round(100 * share);
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Returns the tag with an integrity hash. The file of a version never changes, so browsers must refuse any other. */
function cdnTag(): string {
  const { name, version } = readJson('package.json') as Record<'name' | 'version', string>;
  const [[file, hash]] = Object.entries(readJson('dist/integrity.json')) as [[string, string]];
  const address = `https://unpkg.com/${name}@${version}/dist/${file}`;
  return `<script src="${address}" integrity="${hash}" crossorigin defer></script>`;
}

/** Writes a file that has changed, or reports it with `--check`. */
function update(path: string, content: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return;
  if (check) {
    console.error(`${path} differs from the sources: run \`npm run build && npm run docs\`.`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, content);
  }
}

function readJson(path: string): object {
  return JSON.parse(readFileSync(path, 'utf8')) as object;
}

/** The sections that have a place in some page. */
const placed = new Set<string>();
const { check } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
for (const path of [
  README,
  'src/element/README.md',
  'SECURITY.md',
  'service/README.md',
  REPORT,
  ...PAGES,
]) {
  const config = readJson('.oxfmtrc.json') as FormatConfig;
  const content =
    path === REPORT ? toReport() : fillBlocks(fillSections(path, readFileSync(path, 'utf8')));
  update(path, (await format(path, content, config)).code);
}
update(PUBLIC_API, toPublicApi());
// The size is in sentences, which cannot leave it out.
if (!isCurrent('size', findResult('size'))) {
  console.error('The CDN file has changed: run `npm run bench -- size`.');
  process.exitCode = 1;
}
const missing = Object.keys(SECTIONS).filter((name) => !placed.has(name));
if (missing.length) throw new Error(`No page has a section ${missing.join(', ')}.`);
