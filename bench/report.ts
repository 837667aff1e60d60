import { type Goal, isCurrent, readResults, type SavedResult, type Table } from './results.ts';

const HEAD = `# Results

\`npm run bench\` runs all benches, and \`npm run bench -- NAME\` runs one. \`npm run docs\` writes this page from
their results in \`generated/benches\`, without those that are older than the code that they measured. The two sides of a
ratio take turns in one run, so that a busy machine slows both.
The samples of the last run are in \`bench/samples\`, which Git ignores.`;

/** Returns the content of `generated/benches.md`, from the saved results. */
export function toReport(): string {
  const sections = readResults().map(([name, result]) => toCurrentSection(name, result));
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

/** Returns the section of one bench; only its title if the result is older than the code. */
export function toCurrentSection(name: string, result: SavedResult): string {
  return isCurrent(name, result)
    ? toSection(name, result)
    : `## ${result.title}\n\n${toNotice(name)}`;
}

/** Returns the sentence in place of a result that is older than the code. */
export function toNotice(name: string): string {
  return `The code has changed since the last run. \`npm run bench -- ${name}\` measures it again.`;
}

/** Returns the section of one bench. */
export function toSection(name: string, result: SavedResult): string {
  const { title, about, date, machine, files, goals, tables } = result;
  const marks = goals.map((goal) => [goal.name, goal.goal, goal.measured, toMark(goal)]);
  return [
    `## ${title}`,
    toSentences(about),
    `\`npm run bench -- ${name}\`, ${date}: ${machine}. Measured: ${Object.keys(files)
      .map((path) => `\`${path}\``)
      .join(', ')}.`,
    toMarkdown({ columns: ['measure', 'goal', 'result', 'met'], rows: marks }),
    ...tables.map(toMarkdown),
  ].join('\n\n');
}

/** A list is easier to read than a long paragraph. */
function toSentences(text: string): string {
  const sentences = text.split(/(?<=[.)]) (?=[“A-Z])/);
  return sentences.length > 2 ? sentences.map((sentence) => `- ${sentence}`).join('\n') : text;
}

function toMark({ isMet }: Goal): string {
  if (isMet === null) return 'not sure';
  return isMet ? 'yes' : '**no**';
}

function toMarkdown({ columns, rows }: Table): string {
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
