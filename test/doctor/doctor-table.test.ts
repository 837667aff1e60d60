import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toDoctorTable } from '../../build/doctor-table.ts';
import { HELP } from '../../command/src/doctor/command-options.ts';
import type { Part } from '../../command/src/doctor/finding.ts';

const PAGE = new URL('../../docs/doctor.md', import.meta.url);

/** Without the spaces and lines that only align the table. */
const toPlain = (text: string): string => text.replaceAll(/-{3,}/g, '---').replaceAll(/ +/g, ' ');

it.each<Part>(['service', 'host', 'page'])(
  'the docs list each check of the %s with the line to change',
  (part) => {
    expect(toPlain(readFileSync(PAGE, 'utf8'))).toContain(toPlain(toDoctorTable(part)));
  },
);

it('the docs have the usage', () => {
  expect(readFileSync(PAGE, 'utf8')).toContain(HELP.trim());
});
