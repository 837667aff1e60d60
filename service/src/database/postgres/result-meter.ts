import { MAX_CELL_BYTES, MAX_RESULT_BYTES } from '../result-size.ts';

/** The limit that a result exceeds: `column` is the number of a value's column, from 0. */
export type Excess = 'result' | { column: number };

/** The bytes of the next length: of a message with its type, of a row's number of values, and of a value. */
const LENGTHS = { message: 5, row: 2, value: 4 };
const DATA_ROW = 'D'.charCodeAt(0);

/**
 * Measures the messages of a PostgreSQL server while they arrive, because the driver keeps a message until it is
 * complete: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class ResultMeter {
  #total = 0;
  #next: keyof typeof LENGTHS = 'message';
  /** The part of the next length that has arrived. */
  #head = Buffer.alloc(0);
  /** The bytes until the next length. */
  #skipped = 0;
  #column = 0;
  #columns = 0;

  /** Takes the next bytes of the server, from the beginning of a message on. Returns the limit that they exceed. */
  read(bytes: Buffer): Excess | null {
    this.#total += bytes.length;
    for (let at = 0; at < bytes.length;) {
      if (this.#skipped >= bytes.length - at) {
        this.#skipped -= bytes.length - at;
        break;
      }
      at += this.#skipped;
      this.#skipped = 0;
      const missing = LENGTHS[this.#next] - this.#head.length;
      this.#head = Buffer.concat([this.#head, bytes.subarray(at, at + missing)]);
      at += missing;
      if (this.#head.length < LENGTHS[this.#next]) break;
      const excess = this.#readLength(this.#head);
      if (excess) return excess;
      this.#head = Buffer.alloc(0);
    }
    return this.#total > MAX_RESULT_BYTES ? 'result' : null;
  }

  #readLength(head: Buffer): Excess | null {
    if (this.#next === 'message') {
      const isRow = head[0] === DATA_ROW;
      this.#next = isRow ? 'row' : 'message';
      // The length counts itself.
      this.#skipped = isRow ? 0 : head.readInt32BE(1) - 4;
      return null;
    }
    if (this.#next === 'row') {
      this.#column = 0;
      this.#columns = head.readInt16BE();
    } else {
      const length = head.readInt32BE();
      if (length > MAX_CELL_BYTES) return { column: this.#column };
      // NULL has the length -1.
      this.#skipped = Math.max(0, length);
      this.#column += 1;
    }
    this.#next = this.#column < this.#columns ? 'value' : 'message';
    return null;
  }
}
