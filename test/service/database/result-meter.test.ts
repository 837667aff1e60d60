import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Excess, ResultMeter } from '../../../service/src/database/postgres/result-meter.ts';
import { inputs } from '../../support/inputs.ts';

const MIB = 1024 * 1024;

const toMessage = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** A row with values of these lengths; `null` is NULL. */
function toRow(lengths: readonly (number | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(lengths.length);
  const values = lengths.flatMap((length) => {
    const head = Buffer.alloc(4);
    head.writeInt32BE(length ?? -1);
    return [head, Buffer.alloc(length ?? 0, 'D')];
  });
  return toMessage('D', Buffer.concat([count, ...values]));
}

/** Reads messages in parts of these sizes, and returns the first excess. */
function measure(messages: readonly Buffer[], sizes: readonly number[]): Excess | null {
  const bytes = Buffer.concat(messages);
  const meter = new ResultMeter();
  for (let at = 0, part = 0; at < bytes.length; part += 1) {
    const size = sizes[part % sizes.length]!;
    const excess = meter.read(bytes.subarray(at, at + size));
    if (excess) return excess;
    at += size;
  }
  return null;
}

const other = toMessage('T', Buffer.alloc(40, 'D'));
const anySizes = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 9 });

describe('the meter of a result', () => {
  it('takes values and results up to the limits', () => {
    expect(measure([other, toRow([MIB, null, 0, MIB]), other], [65_536])).toBe(null);
    const full = Array.from({ length: 15 }, () => toRow([MIB]));
    expect(measure([...full, toRow([MIB - 16 * 11])], [65_536])).toBe(null);
    expect(measure([...full, toRow([MIB - 16 * 11 + 1])], [65_536])).toBe('result');
  });

  it('finds the column of a value over a mebibyte before the value arrives', () => {
    const row = toRow([3, null, 0, MIB + 1]).subarray(0, 40);
    expect(measure([other, toRow([]), row], [65_536])).toEqual({ column: 3 });
  });

  it('finds the column of the value that makes the result too large, too', () => {
    const full = Array.from({ length: 15 }, () => toRow([MIB]));
    const row = toRow([MIB + 1]).subarray(0, 40);
    expect(measure([...full, row], [65_536])).toEqual({ column: 0 });
  });

  it('finds the same in parts of any size', () => {
    const rows = fc.array(fc.array(fc.option(fc.integer({ min: 0, max: 30 })), { maxLength: 4 }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(rows, anySizes, (lengths, sizes) => {
        const messages = lengths.flatMap((row) => [toRow(row), other]);
        expect(measure(messages, sizes)).toBe(null);
        const long = toRow([1, MIB + 1]).subarray(0, 20);
        expect(measure([...messages, long], sizes)).toEqual({ column: 1 });
      }),
      inputs(300) as fc.Parameters<[(number | null)[][], number[]]>,
    );
  });
});
