import type { Choice, ChoiceList } from '../dashboard/choice-list.ts';
import type { ValueFormatter } from '../values/value-formatter.ts';
import type { PageWords } from '../words/page-words.ts';

/**
 * Returns the choices of a list with their labels in the reader's language. Dates look as in the tiles. Labels that differ
 * only in their white space have signs for it.
 */
export function nameChoices(
  { choices, format }: ChoiceList,
  formatter: ValueFormatter,
  words: PageWords,
): readonly Choice[] {
  const named = choices.map(({ value, label }) => ({
    value,
    label: format ? formatter.formatCategory(label, format) : label || words.empty,
  }));
  const seen = new Map<string, number>();
  for (const { label } of named) {
    const text = toSeen(label);
    seen.set(text, (seen.get(text) ?? 0) + 1);
  }
  return named.map(({ value, label }) => {
    const text = toSeen(label);
    return { value, label: text === '' || seen.get(text)! > 1 ? toMarked(label) : label };
  });
}

/** Returns a text as a reader sees it: browsers show white space as one space, and format characters not at all. */
function toSeen(label: string): string {
  return label
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns a text with a sign for each space that browsers do not show, and the codes of other invisible characters. */
function toMarked(label: string): string {
  return label
    .replaceAll(/^ +| +$| {2,}/g, (spaces) => '␣'.repeat(spaces.length))
    .replaceAll(/[^\S ]|\p{Cf}/gu, (letter) => `[U+${toCode(letter)}]`);
}

function toCode(letter: string): string {
  return letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}
