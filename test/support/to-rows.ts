/**
 * Reads the rows of a table: a situation, an arrow and a result in each line. A written `\n` is a line end. Several
 * situations with the same result can be in one line, ` · ` between them, also at the end of a line.
 */
export function toRows(table: string): [situation: string, result: string][] {
  const lines = table
    .replaceAll(/ ·\s*\n\s*/g, ' · ')
    .split('\n')
    .filter((line) => line.trim());
  return lines.flatMap((line) => {
    const [situations = '', result = ''] = line.split('→').map((part) => part.trim());
    return situations
      .split(' · ')
      .map((text): [string, string] => [text.replaceAll(String.raw`\n`, '\n'), result]);
  });
}

/** Reads the headers of a situation: `Name: value | Name: value`, where `-` is a header that is not sent. */
export function toHeaders(text: string): Record<string, string | null> {
  const pairs = text.split(' | ').map((line) => {
    const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/s.exec(line)!;
    return [name, value === '-' ? null : value];
  });
  return Object.fromEntries(pairs) as Record<string, string | null>;
}
