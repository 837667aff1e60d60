import * as fc from 'fast-check';

/** Texts that have a meaning in addresses, headers, JSON, SQL parameters or plain text. */
const PIECES = [
  ...['.', '..', '/', '//', '\\', '?', '#', '@', ':', ';', '=', '&', '%', '$', '+', '*', '|', '~'],
  ...[
    '%2e',
    '%2E%2e',
    '%2f',
    '%5C',
    '%00',
    '%0d%0a',
    '%3B',
    '%3d',
    '%253B',
    '%u003b',
    '%zz',
    '%ff',
  ],
  ...['\0', '\t', '\n', '\r\n', '\u001f', ' ', '\u007f', '\u0085', '\u00a0', '\u2028', '\ufeff'],
  ...[
    '\u202e',
    '\u2066',
    '\u200f',
    '\u200b',
    '\ud800',
    '\udc00',
    '\ufffd',
    '\uffff',
    '😀',
    'e\u0301',
  ],
  ...['；', '＝', '／', '＼', '．', '％３Ｂ', '\u037e', '\ufe54', '=\u0338', '℀', 'ｈ', '１', 'ß'],
  ...[
    '\u212a',
    '\u017f',
    '\u0130',
    '"',
    "'",
    '`',
    '<',
    '>',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    ',',
    '\\u0000',
  ],
  ...[
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'http:',
    'https://',
    'evil.example',
    'a',
    '0',
  ],
];
const piece = fc.constantFrom(...PIECES);
const anyUnits = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });

/** Generates text that has broken parsers before, and text of any code units. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  piece,
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  anyUnits,
  fc.string({ unit: 'binary' }),
  {
    weight: 1,
    arbitrary: fc.tuple(piece, fc.nat(3000)).map(([text, count]) => text.repeat(count)),
  },
);

/** Generates a valid text with one change, because that is where rules have gaps. */
export function nearly(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const changes = fc.constantFrom(
    'insert',
    'replace',
    'cut',
    'end',
    'begin',
    'encode',
    'full width',
    'alike',
    'case',
  );
  return fc.tuple(valid, fc.nat(), piece, changes).map(([text, place, sign, change]) => {
    const at = place % (text.length + 1);
    const [before, here, after] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)];
    switch (change) {
      case 'insert':
        return before + sign + here + after;
      case 'replace':
        return before + sign + after;
      case 'cut':
        return before;
      case 'end':
        return text + sign;
      case 'begin':
        return sign + text;
      case 'encode':
        return before + encodeAll(here) + after;
      case 'full width':
        return before + here.replace(/[!-~]/, toFullWidth) + after;
      case 'alike':
        // `toLowerCase` or `toUpperCase` turns these back into plain letters.
        return text.replace(/k/i, '\u212a').replace(/s/i, '\u017f');
      default:
        return before + here.toUpperCase() + after.toLowerCase();
    }
  });
}

/** Generates mostly valid text, so that later checks are reached, too; else nearly valid or hostile text. */
export function mostly(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 16, arbitrary: valid },
    { weight: 5, arbitrary: nearly(valid) },
    { weight: 1, arbitrary: hostileText },
  );
}

/**
 * Generates values that untyped callers may pass instead of a string. Some look like `text`. Others
 * throw an error with the word SECRET when they are read.
 */
export function noText(text: string): fc.Arbitrary<unknown> {
  const lookalikes = [
    [text],
    new String(text),
    { toString: () => text },
    Symbol(text),
    7n,
    new Map(),
  ];
  const rude = [
    { ...SHOWN, toString: fail },
    new Proxy(SHOWN, { get: failOrShow, ownKeys: fail, getPrototypeOf: fail }),
    Object.create(null),
    () => text,
  ];
  return fc.oneof(fc.constantFrom<unknown>(...lookalikes, ...rude), fc.anything({ maxDepth: 1 }));
}

/** Lets fast-check print values that throw when they are read. */
const SHOWN = { [fc.toStringMethod]: () => '{/* throws when it is read */}' };

function failOrShow(_: object, name: string | symbol): unknown {
  return name === fc.toStringMethod ? SHOWN[fc.toStringMethod] : fail();
}

function fail(): never {
  throw new Error('SECRET');
}

function encodeAll(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function toFullWidth(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
}
