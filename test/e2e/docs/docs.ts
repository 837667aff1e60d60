import { readdirSync } from 'node:fs';
import { type CodeBlock, CodeBlocks } from '../../support/markdown.ts';

/** The names of the pages of `docs`. */
export const DOCS = readdirSync('docs').filter((name) => name.endsWith('.md'));

/** All code blocks of `docs`, by the name of their page. */
export function readDocs(): Record<string, CodeBlock[]> {
  return Object.fromEntries(DOCS.map((name) => [name, new CodeBlocks(`docs/${name}`).unclaimed]));
}
