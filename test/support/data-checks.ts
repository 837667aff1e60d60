import { expect } from 'vitest';
import { checkData } from '../../service/src/data-check/check-data.ts';

/** The result of {@link runDataChecks} for data that dashboards can read safely. */
export const ALL_HOLD = {
  status: 0,
  failed: [],
  output: expect.stringMatching(/^check +result +meaning\n[^]*\n46 of 46 checks hold\.$/) as string,
};

/** Runs all checks of `check-data`. Returns the exit status, the names of those that fail, and the whole output. */
export async function runDataChecks(address: string) {
  const lines: string[] = [];
  const status = await checkData(address, (line) => lines.push(line));
  const failed = lines.filter((line) => / {2}failed {2}/.test(line));
  return { status, failed: failed.map((line) => line.split(/ {2,}/)[0]), output: lines.join('\n') };
}
