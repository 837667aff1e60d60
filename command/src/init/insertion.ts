/** A text that is added to a source. Nothing else of the source changes. */
export interface Insertion {
  /** The offset in the source. */
  at: number;
  /** The lines end in `\n`, whatever the source uses. */
  text: string;
}

/** Returns the source with the insertions, whose lines end as those of the source do. */
export function insertAll(source: string, insertions: readonly Insertion[]): string {
  const ordered = insertions.toSorted((one, other) => one.at - other.at);
  let result = '';
  let from = 0;
  for (const { at, text } of ordered) {
    result += source.slice(from, at) + text.replaceAll('\n', lineEndOf(source));
    from = at;
  }
  return result + source.slice(from);
}

/** Returns the source with `lines` at its end, after a line break if the last line has none. */
export function append(source: string, lines: string): string {
  const start = source === '' || source.endsWith('\n') ? '' : '\n';
  return insertAll(source, [{ at: source.length, text: start + lines }]);
}

/** Returns the white space of the first indented line, or two spaces. */
export function indentOf(source: string): string {
  return /^(\t| {2,8})(?=[^\s*])/m.exec(source)?.[1] ?? '  ';
}

/** Returns the white space at the start of the line that contains an offset. */
export function indentAt(source: string, at: number): string {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(source.slice(start))![0];
}

/** Returns whether only white space precedes an offset in its line. */
export function startsLine(source: string, at: number): boolean {
  return source.slice(source.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
}

function lineEndOf(source: string): string {
  return source.includes('\r\n') ? '\r\n' : '\n';
}
