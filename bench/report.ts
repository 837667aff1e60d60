import { type Goal, hashFiles, readResults, type SavedResult, type Table } from './results.ts';

const HEAD = `# Results

\`npm run bench\` runs all benches, and \`npm run bench -- NAME\` runs one. \`npm run docs\` writes this page from
their results in \`generated/benches\`. The two sides of a ratio take turns in one run, so that a busy machine slows both.
The samples of the last run are in \`bench/samples\`, which Git ignores.`;

/** Returns the content of `generated/benches.md`, from the saved results. */
export function toReport(): string {
  const sections = readResults().map(([name, result]) => toSection(name, result));
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

/** Returns the section of one bench. */
export function toSection(name: string, result: SavedResult): string {
  const { title, about, date, machine, goals, tables } = result;
  const marks = goals.map((goal) => [goal.name, goal.goal, goal.measured, toMark(goal)]);
  return [
    `## ${title}`,
    toSentences(about),
    `\`npm run bench -- ${name}\`, ${date}: ${machine}.${describeFiles(name, result)}`,
    toMarkdown({ columns: ['measure', 'goal', 'result', 'met'], rows: marks }),
    ...tables.map(toMarkdown),
  ].join('\n\n');
}

/** A list is easier to read than a long paragraph. */
function toSentences(text: string): string {
  const sentences = text.split(/(?<=[.)]) (?=[“A-Z])/);
  return sentences.length > 2 ? sentences.map((sentence) => `- ${sentence}`).join('\n') : text;
}

/** Names the measured files, and says if they have changed since. */
function describeFiles(name: string, { files }: SavedResult): string {
  const measured = Object.entries(hashFiles(name)).map(
    ([path, hash]) =>
      `\`${path}\` (${files[path] === hash ? 'unchanged since' : '**changed since**'})`,
  );
  return measured.length ? ` Measured: ${measured.join(', ')}.` : '';
}

function toMark({ isMet }: Goal): string {
  if (isMet === null) return 'not sure';
  return isMet ? 'yes' : '**no**';
}

function toMarkdown({ columns, rows }: Table): string {
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
