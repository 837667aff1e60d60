const NOT_PLAIN = /[^\x20-\x7e]/g;
const NOT_PLAIN_CODE_POINTS = /[^\x20-\x7e]/gu;

/** Returns a literal of JavaScript, Java and C#, which all support the escapes of JSON. */
export function toScriptLiteral(text: string): string {
  return JSON.stringify(text).replace(NOT_PLAIN, (unit) => `\\u${toHex(unit.charCodeAt(0), 4)}`);
}

/** Returns a literal of Python, whose strings escape whole code points instead of surrogates. */
export function toPythonLiteral(text: string): string {
  return JSON.stringify(text).replace(NOT_PLAIN_CODE_POINTS, (character) => {
    const codePoint = character.codePointAt(0)!;
    return codePoint > 0xffff ? `\\U${toHex(codePoint, 8)}` : `\\u${toHex(codePoint, 4)}`;
  });
}

/** Returns a literal of PHP 7 and newer. */
export function toPhpLiteral(text: string): string {
  const escaped = text
    .replaceAll(/["$\\]/g, String.raw`\$&`)
    .replace(NOT_PLAIN_CODE_POINTS, (character) => `\\u{${toHex(character.codePointAt(0)!)}}`);
  return `"${escaped}"`;
}

/** Returns a quoted word of Bash. Shells cannot store a NUL. */
export function toBashLiteral(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !/['\\]/.test(text)) return `'${text}'`;
  const escaped = text
    .replaceAll(/['\\]/g, String.raw`\$&`)
    // Escapes bytes, because the meaning of `\u` depends on the user's locale.
    .replace(NOT_PLAIN_CODE_POINTS, (character) =>
      Array.from(new TextEncoder().encode(character), (byte) => `\\x${toHex(byte, 2)}`).join(''),
    );
  return `$'${escaped}'`;
}

/** Returns a quoted HTML attribute value. The text must not contain control characters. */
export function toHtmlAttribute(text: string): string {
  const escaped = text
    .replaceAll(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(NOT_PLAIN_CODE_POINTS, (character) => `&#${character.codePointAt(0)};`);
  return `"${escaped}"`;
}

function toHex(value: number, digits = 1): string {
  return value.toString(16).padStart(digits, '0');
}
