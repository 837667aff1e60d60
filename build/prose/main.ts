import { parseArgs } from 'node:util';
import { lintProse, rateProse } from './lint-prose.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rate: { type: 'boolean' } },
});

if (values.rate) {
  for (const [folder, { words, hits }] of Object.entries(rateProse('.'))) {
    const rate = words ? (100 * hits) / words : 0;
    console.log(`${folder}: ${rate.toFixed(2)} per 100 words (${hits} of ${words})`);
  }
} else {
  const faults = lintProse('.', positionals[0]);
  for (const fault of faults) console.error(fault);
  if (faults.length) process.exitCode = 1;
}
