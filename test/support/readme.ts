import { readFileSync } from 'node:fs';

/** A code block: what stands behind its opening fence, and its text. */
export interface CodeBlock {
  info: string;
  code: string;
}

/** The code blocks of a Markdown text, each of which is to be claimed by the test that runs it. */
export class CodeBlocks {
  /** The blocks that no test has claimed. */
  readonly unclaimed: CodeBlock[];

  constructor(path: string) {
    const text = readFileSync(path, 'utf8');
    this.unclaimed = [...text.matchAll(/^([ >]*)(`{3,}|~{3,})(.*)\n([^]*?)^\1\2$/gm)].map(
      ([, , , info = '', code = '']) => ({ info, code }),
    );
  }

  /** The one block behind ```` ```info ```` that holds `part`. */
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

/** The rows of the table at `<!-- name -->` of a Markdown text, without its head; code without its signs. */
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
