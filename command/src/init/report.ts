import { addedLines } from './added-lines.ts';
import type { Application } from './application.ts';
import type { Framework, Production, Start } from './framework.ts';
import { MARK, PROXY_TARGET } from './host-file.ts';
import { indent } from './tag.ts';
import type { Change, Plan } from './plan.ts';

/** Marks words for a terminal. */
export type Paint = (text: string, color: keyof typeof CODES) => string;

const CODES = { bold: 1, green: 32, yellow: 33, cyan: 36, gray: 90 };

/** Returns the paint of a terminal, or one that leaves the text as it is. */
export function toPaint(isColored: boolean): Paint {
  return (text, color) => (isColored ? `\u001B[${CODES[color]}m${text}\u001B[0m` : text);
}

/** Writes all changes: new files with their purpose, and the lines added to others. No line shows a key. */
export function describePlan(
  { changes, hints }: Plan,
  command: readonly string[] | null,
  { paint, isWhole }: { paint: Paint; isWhole: boolean },
): string {
  const width = Math.max(0, ...changes.map(({ path }) => path.length)) + 2;
  const rows = changes.flatMap((change) => [
    toRow(change, width, paint),
    ...(change.before === null && !isWhole ? [] : toAdded(change, paint)),
  ]);
  const run = command ? [`  ${paint('run', 'cyan')}  ${command.join(' ')}`] : [];
  const rest = hints.flatMap(({ text, lines }) => [
    '',
    `  ${paint('you', 'yellow')}  ${text}`,
    indent(lines.trimEnd(), 9),
  ]);
  return [...rows, ...run, ...rest, ''].join('\n');
}

/** Writes the first line: the framework and the package manager. */
export function describeApplication(
  { name }: Framework,
  { manager }: Application,
  paint: Paint,
): string {
  return `${paint(name, 'bold')}, ${manager.name}\n\n`;
}

/** Writes the way from the written files to a dashboard on screen. */
export function describeStart(
  { hostFile, scripts, page, production }: Start,
  app: Application,
  { envFile, paint }: { envFile: string; paint: Paint },
): string {
  const commands = scripts.map((script) => paint(`${app.manager.run} ${script}`, 'cyan'));
  const [last, ...others] = commands.toReversed();
  const steps = [
    `In ${paint(hostFile, 'bold')}, write the line marked ${MARK}: who sees which dashboard.`,
    `In ${paint(envFile, 'bold')}, check the address and the key of the dashboard service.`,
    ...(last
      ? [`Run ${[...others, last].join(', and in a second terminal ')}.`]
      : ['Start your server.']),
    `Open ${paint(page, 'cyan')}.`,
  ];
  const lines = steps.map((step, at) => `  ${at + 1}. ${step}`);
  return [
    'Next',
    ...lines,
    'Until step 1, every reader is refused.',
    ...describeProduction(production, app, paint),
    '',
  ].join('\n');
}

function describeProduction(
  { command, needs, isHostOnly, preview }: Production,
  { manager }: Application,
  paint: Paint,
): string[] {
  if (!command) return ['In production, start your server as before.'];
  const condition = needs ? `, with ${needs}` : '';
  return [
    `In production${condition}: ${paint(command, 'cyan')}`,
    ...(isHostOnly
      ? [`Your web server sends the built files, and passes /dashboards on to ${PROXY_TARGET}.`]
      : []),
    ...(preview ? [`To try the build: ${paint(`${manager.run} ${preview}`, 'cyan')}`] : []),
  ];
}

function toRow({ path, before, purpose }: Change, width: number, paint: Paint): string {
  const kind = before === null ? paint('new', 'green') : paint('add', 'yellow');
  return `  ${kind}  ${purpose ? path.padEnd(width) + paint(purpose, 'gray') : path}`;
}

function toAdded({ before, after }: Change, paint: Paint): string[] {
  const all = addedLines(before ?? '', after);
  // Blank lines around an addition show nothing.
  const lines = all
    .join('\n')
    .replaceAll(/^\n+|\n+$/g, '')
    .split('\n')
    .map((line) => line.replace(/^(DASHBOARD_API_KEY=).*/, '$1…'));
  const shared = Math.min(
    ...lines.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)![0].length),
  );
  return lines.map((line) => paint(`         + ${line.slice(shared)}`.trimEnd(), 'green'));
}
