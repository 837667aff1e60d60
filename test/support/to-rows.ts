/** Reads the rows of a table: a situation, an arrow and a result in each line. A written `\n` is a line end. */
export function toRows(table: string): [situation: string, result: string][] {
  const lines = table.split('\n').filter((line) => line.trim());
  return lines.map((line) => {
    const [situation = '', result = ''] = line.split('→').map((part) => part.trim());
    return [situation.replaceAll(String.raw`\n`, '\n'), result];
  });
}

/** Reads the headers of a situation: `Name: value | Name: value`, where `-` is a header that is not sent. */
export function toHeaders(text: string): Record<string, string | null> {
  const pairs = text.split(' | ').map((line) => {
    const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/.exec(line)!;
    return [name, value === '-' ? null : value];
  });
  return Object.fromEntries(pairs) as Record<string, string | null>;
}
