import type { ZodType } from 'zod';
import type { ExportKey } from './export-key.ts';
import {
  anyHeader,
  end,
  type ExportHeader,
  type ExportRecord,
  FORMAT_VERSION,
  header,
  record,
} from './records.ts';
import { RefusedFileError } from './refused-file.ts';

/** The largest file, in bytes. */
export const MAX_BYTES = 2 ** 30;
/** The message for a larger file. */
export const TOO_LARGE = 'The file has more than 1 GiB.';
/** The longest line, in UTF-16 units: the editor saves at most a mebibyte, and a program may give larger dashboards. */
export const MAX_LINE = 8 * 2 ** 20;

const NO_EXPORT = 'This is not an export of the dashboard service.';

/** A record and the number of its line. */
export interface NumberedRecord {
  line: number;
  record: ExportRecord;
}

interface Line {
  line: number;
  text: string;
}

/** An export whose header was read. */
export class ExportReader {
  readonly header: ExportHeader;
  readonly #lines: AsyncGenerator<Line>;
  readonly #first: string;

  private constructor(parsed: ExportHeader, first: string, lines: AsyncGenerator<Line>) {
    this.header = parsed;
    this.#first = first;
    this.#lines = lines;
  }

  /** Reads the header. Throws {@link RefusedFileError} for any other file, and for another version of the format. */
  static async open(chunks: AsyncIterable<Uint8Array>): Promise<ExportReader> {
    const lines = readLines(chunks);
    const { value } = await lines.next();
    const first = (value as Line | undefined)?.text ?? '';
    return new ExportReader(parseHeader(first), first, lines);
  }

  /**
   * Yields the records up to the end. Read them once. `key`: that of the passphrase; `null` to leave the secrets out.
   * @throws {RefusedFileError} for a line without a record, for an incomplete file, and with a key also for changed
   * lines, once all of them were read.
   */
  async *records(key: ExportKey | null): AsyncGenerator<NumberedRecord> {
    let [count, mark] = [0, key?.mark(this.#first, '') ?? null];
    for await (const { line, text } of this.#lines) {
      const value = parseJson(line, text);
      const ending = end.safeParse(value).data;
      if (ending) {
        if (ending.records !== count)
          throw new RefusedFileError(line, tellCount(ending.records, count));
        if (mark !== null && ending.mark !== mark) throw new RefusedFileError(null, CHANGED);
        return this.#expectNothing();
      }
      count += 1;
      mark = key?.mark(text, mark ?? '') ?? null;
      yield { line, record: parseShape(record, line, value) };
    }
    throw new RefusedFileError(null, 'The file is incomplete: its last line is missing.');
  }

  async #expectNothing(): Promise<void> {
    const { value } = await this.#lines.next();
    if (value) throw new RefusedFileError((value as Line).line, 'Nothing may follow the end.');
  }
}

const CHANGED = 'The file was changed after it was exported.';

function tellCount(expected: number, found: number): string {
  return `The file has ${found} records, but it says ${expected}.`;
}

function parseHeader(text: string): ExportHeader {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RefusedFileError(null, NO_EXPORT);
  }
  const any = anyHeader.safeParse(value).data;
  if (!any) throw new RefusedFileError(null, NO_EXPORT);
  if (any.version !== FORMAT_VERSION) {
    throw new RefusedFileError(
      null,
      `The file has version ${any.version} of the format, and this service reads version ${FORMAT_VERSION}. Version ${any.service} of the service reads it.`,
    );
  }
  return parseShape(header, 1, value);
}

function parseJson(line: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedFileError(line, 'This is not JSON.');
  }
}

/** Returns the value itself, because the schema would put its fields into another order. */
function parseShape<Value>(schema: ZodType<Value>, line: number, value: unknown): Value {
  const { success, error } = schema.safeParse(value);
  if (success) return value as Value;
  const { path = [], message = '' } = error?.issues[0] ?? {};
  throw new RefusedFileError(line, `${path.map(String).join('.') || 'the record'}: ${message}`);
}

/** Splits a text into lines. It never holds more than one line and one chunk. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [line, bytes, rest] = [1, 0, ''];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new RefusedFileError(null, TOO_LARGE);
    const parts = `${rest}${decode(decoder, line, chunk)}`.split('\n');
    rest = parts.pop()!;
    for (const text of parts) {
      yield { line, text };
      line += 1;
    }
    if (rest.length > MAX_LINE) throw new RefusedFileError(line, 'The line is too long.');
  }
  decode(decoder, line);
  if (rest !== '') yield { line, text: rest };
}

function decode(decoder: TextDecoder, line: number, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new RefusedFileError(line, 'This is not UTF-8.');
  }
}
