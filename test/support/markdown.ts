import { readFileSync } from 'node:fs';

/** A code block: the info string after its opening fence, and its text. */
export interface CodeBlock {
  info: string;
  code: string;
}

/** The code blocks of a Markdown file. The test that runs a block claims it. */
export class CodeBlocks {
  /** The blocks that no test has claimed. */
  readonly unclaimed: CodeBlock[];

  constructor(path: string) {
    const text = readFileSync(path, 'utf8');
    this.unclaimed = [...text.matchAll(/^([ >]*)(`{3,}|~{3,})(.*)\n([^]*?)^\1\2$/gm)].map(
      ([, , , info = '', code = '']) => ({ info, code }),
    );
  }

  /** Claims the only block that opens with ```` ```info ```` and contains `part`, and returns its code. */
  claim(info: string, part = ''): string {
    const isMeant = (block: CodeBlock): boolean => block.info === info && block.code.includes(part);
    const [block, ...others] = this.unclaimed.filter(isMeant);
    if (!block || others.length) {
      throw new Error(`There must be one code block “${info}” with: ${part}`);
    }
    this.unclaimed.splice(this.unclaimed.indexOf(block), 1);
    return block.code;
  }
}

/** Returns the rows of the table at `<!-- name -->` in a Markdown file, without its head and backticks. */
export function readTable(path: string, name: string): string[][] {
  const [, table = ''] = readFileSync(path, 'utf8').split(new RegExp(`<!-- /?${name} -->`));
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}
