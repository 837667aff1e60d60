const NOT_PLAIN = /[^\x20-\x7e]/g;
const NOT_PLAIN_CODE_POINTS = /[^\x20-\x7e]/gu;

/** A literal of JavaScript, Java and C#, which agree in all that JSON escapes. */
export function toScriptLiteral(text: string): string {
  return JSON.stringify(text).replace(NOT_PLAIN, (unit) => `\\u${toHex(unit.charCodeAt(0), 4)}`);
}

/** A literal of Python, to which half a surrogate pair is no character. */
export function toPythonLiteral(text: string): string {
  return JSON.stringify(text).replace(NOT_PLAIN_CODE_POINTS, (character) => {
    const codePoint = character.codePointAt(0)!;
    return codePoint > 0xffff ? `\\U${toHex(codePoint, 8)}` : `\\u${toHex(codePoint, 4)}`;
  });
}

/** A literal of PHP 7 and newer. */
export function toPhpLiteral(text: string): string {
  const escaped = text
    .replaceAll(/["$\\]/g, String.raw`\$&`)
    .replace(NOT_PLAIN_CODE_POINTS, (character) => `\\u{${toHex(character.codePointAt(0)!)}}`);
  return `"${escaped}"`;
}

/** A word of Bash. No shell can keep a NUL. */
export function toBashLiteral(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !/['\\]/.test(text)) return `'${text}'`;
  const escaped = text
    .replaceAll(/['\\]/g, String.raw`\$&`)
    // By their bytes: what `\u` means depends on the user's locale.
    .replace(NOT_PLAIN_CODE_POINTS, (character) =>
      Array.from(Buffer.from(character), (byte) => `\\x${toHex(byte, 2)}`).join(''),
    );
  return `$'${escaped}'`;
}

/** The value of an attribute of HTML, in its quotes; of a text without controls. */
export function toHtmlAttribute(text: string): string {
  const escaped = text
    .replaceAll(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(NOT_PLAIN_CODE_POINTS, (character) => `&#${character.codePointAt(0)};`);
  return `"${escaped}"`;
}

function toHex(value: number, digits = 1): string {
  return value.toString(16).padStart(digits, '0');
}
