import type { DataCheck } from './checked-server.ts';

const MEANING = 'A value arrives unchanged, and never becomes SQL.';

/** Texts that change, or become SQL, if they are not bound in the right way. */
const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['empty text, which is not NULL', ''],
  ['spaces at both ends', '  North  '],
  ['single quotes', "O'Hara ''"],
  ['double quotes and backticks', '"North" `South`'],
  ['backslash before a quote', "\\' OR 1=1 \\\\"],
  ['end of a statement', "'; DROP TABLE sales; --"],
  ['comments', 'a -- b /* c */ # d'],
  ['dollar quotes', '$$ $1 $tag$ ${1} $&'],
  ['placeholders', ':Value ? ?1 @value %s {0} %(value)s'],
  ['wildcards', '100% _ * [a-z] ^'],
  ['line ends and tabs', 'a\r\nb\nc\td'],
  ['control characters', '\u{1}\u{8}\u{1b}[31m\u{7f}\u{85}'],
  ['emoji of several code points', '👩‍👩‍👧 🇫🇷 😀'],
  ['decomposed letters', 'Zoe\u{308} e\u{301} ≠ Zoë é'],
  ['right-to-left text and invisible marks', 'مرحبا \u{202e}abc\u{200b}\u{feff}'],
  ['Chinese, Greek and rare letters', '北京 Ωμέγα 𠮷 𝒳 \u{10ffff}'],
  ['a number with zeros', '007.50'],
  ['the words NULL and true', 'NULL true undefined'],
  ['10,000 characters', 'ÿ€'.repeat(5000)],
];

const LIST = ['a,b', '{c}', '"d"', "e'", '\\', 'NULL', ' ', '😀'];

/** The checks of 20 bound values. */
export const ODD_VALUE_CHECKS: readonly DataCheck[] = [
  ...TEXTS.map(([name, text]): DataCheck => ({
    name: `Value: ${name}`,
    meaning: MEANING,
    async findFault(server) {
      const { rows } = await server.read(server.probes.text, { values: { value: text } });
      const { value, length } = rows[0] ?? {};
      if (value !== text) return `It arrives as ${toShort(value)}.`;
      const isWhole = Number(length) === Array.from(text).length;
      return isWhole ? null : `The server counts ${Number(length)} characters.`;
    },
  })),
  {
    name: 'Value: a list of several values',
    meaning: 'A filter with several values binds them as one list.',
    async findFault(server) {
      const { rows } = await server.read(server.probes.list, { values: { value: LIST } });
      const found = rows.map(({ value }) => value);
      return JSON.stringify(found) === JSON.stringify(LIST) ? null : `It is ${toShort(found)}.`;
    },
  },
];

function toShort(value: unknown): string {
  return JSON.stringify(value ?? null).slice(0, 60);
}
