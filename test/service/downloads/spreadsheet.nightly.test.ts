import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { BYTE_ORDER_MARK, toCsvLine } from '../../../service/src/values/csv-line.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { inputs } from '../../support/inputs.ts';
import { hasProgram } from '../../support/installed-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'spreadsheet-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The separators that a reader may choose, as LibreOffice names them: comma, semicolon, tab, all of them. */
const SEPARATORS = ['44', '59', '9', '44/59/9'];

const before = fc.array(
  fc.oneof(fc.constantFrom('\t', '\r', '\n', '\0', '"', ';', ',', ' ', "'", 'x'), hostileText),
  { maxLength: 3 },
);
const sign = fc.constantFrom('=', '+', '-', '@');
const cell = fc.tuple(before, sign).map(([texts, first]) => `${texts.join('')}${first}1+1`);
const rows = fc.array(fc.tuple(cell, cell), { minLength: 2000, maxLength: 2000 });

it.skipIf(!hasProgram('soffice'))('has no cell that LibreOffice takes for a formula', () => {
  for (const separator of SEPARATORS) {
    expect(formulasOf('x;=2+2\t=2+2,=2+2\r\n', separator)).not.toEqual([]);
  }
  const property = fc.property(rows, (lines) => {
    const csv = BYTE_ORDER_MARK + lines.map(toCsvLine).join('');
    for (const separator of SEPARATORS) {
      expect(formulasOf(csv, separator), `separator ${separator}`).toEqual([]);
    }
  });
  fc.assert(property, {
    ...(inputs(1) as fc.Parameters<[[string, string][]]>),
    endOnFailure: true,
  });
});

/** Opens a CSV file, and returns its formulas. */
function formulasOf(csv: string, separator: string): string[] {
  writeFileSync(join(folder, 'rows.csv'), csv);
  // The separator, the text delimiter, UTF-8, the first line, no formats, any language, and no quoted text as text.
  const filter = `CSV:${separator},34,76,1,,0,false,true,false,false,false,-1`;
  const { status, stderr } = spawnSync('soffice', [
    `-env:UserInstallation=file://${folder}/profile`,
    ...['--headless', '--convert-to', 'fods', `--infilter=${filter}`],
    ...['--outdir', folder, join(folder, 'rows.csv')],
  ]);
  if (status !== 0) throw new Error(`LibreOffice failed: ${stderr.toString()}`);
  const sheet = readFileSync(join(folder, 'rows.fods'), 'utf8');
  return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula!);
}
