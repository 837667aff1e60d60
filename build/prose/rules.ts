import { readText, type Piece } from './read-text.ts';

interface Rule {
  pattern: RegExp;
  instead: string;
}

/** A stilted word, its place, and its replacement. */
export interface Hit {
  path: string;
  line: number;
  word: string;
  instead: string;
}

/** The words of CONTRIBUTING's section "English" that a machine can judge. */
const RULES: Rule[] = [
  { pattern: words(/anew/), instead: '“again”' },
  { pattern: words(/mend(?:s|ed|ing)?/), instead: '“fix”' },
  { pattern: words(/till/), instead: '“until”' },
  { pattern: words(/(?:tells?|telling|told) of/), instead: '“report”' },
  {
    pattern: words(/(?:is|are|was|were|be|been|being) told(?! of)/),
    instead: '“get” or “is notified”',
  },
  { pattern: words(/hear(?:s|d|ing)? of/), instead: '“get” or “is notified of”' },
  { pattern: words(/by (?:itself|themselves)/), instead: '“automatically” or “on its own”' },
  { pattern: words(/beside/), instead: '“next to” or “in addition to”' },
  { pattern: words(/whoever/), instead: '“anyone who” or a noun' },
  { pattern: words(/whatever is/), instead: '“anything that is” or a noun' },
  { pattern: words(/all the same/), instead: '“still” or “anyway”' },
  { pattern: words(/but for the/), instead: '“except the”' },
  { pattern: words(/(?:colou|behaviou|favou|neighbou)r\w*/), instead: 'the American spelling' },
  { pattern: words(/in passing/), instead: '“transient”' },
  { pattern: words(/comes? and go(?:es)?/), instead: '“change” or “appear and disappear”' },
  {
    pattern: words(
      /(?:stands?|stood) (?:above|alone|among|at|before|behind|below|between|for|in|on|still|there|under)/,
    ),
    instead: '“is in” or “represents”',
  },
  {
    pattern: words(/(?<!there )(?:is|are|was|were) no (?!longer|more|less|fewer|one|doubt)\w+/),
    instead: '“is not a”',
  },
];

/** The opener of a comment, or of the description of one of its tags. */
const OPENER: Rule = {
  pattern: /(?<=^\s*|@\w+[^\n]* - )(?:What(?:ever)?|Where|Wherever|Who(?:se|m)?)\b/gi,
  instead: 'the noun first, or a verb in the third person',
};

/** Returns the hits of a file, from top to bottom. */
export function findHits(path: string, source: string): Hit[] {
  return readText(path, source)
    .flatMap(applyRules)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, word, instead }) => {
      const line = source.slice(0, at).split('\n').length;
      return { path, line, word: word.replace(/\s+/g, ' '), instead };
    });
}

/** Returns the line that the terminal shows. */
export function toMessage({ path, line, word, instead }: Hit): string {
  return `${path}:${line}: ${word} — write ${instead} instead`;
}

function applyRules(piece: Piece): { at: number; word: string; instead: string }[] {
  const rules = piece.kind === 'comment' ? [OPENER, ...RULES] : RULES;
  return rules.flatMap(({ pattern, instead }) =>
    [...piece.text.matchAll(pattern)].map(({ 0: word, index }) => {
      return { at: piece.at + index, word, instead };
    }),
  );
}

/** Returns a pattern that matches across line ends, but not inside names and paths. */
function words({ source }: RegExp): RegExp {
  return new RegExp(`(?<![\\w$#./-])${source.replaceAll(' ', '\\s+')}(?![\\w$/(-]|\\.\\w)`, 'gi');
}
