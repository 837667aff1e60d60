import { parseArgs } from 'node:util';
import { liveDay, pagesOf } from './day.ts';
import { writeFileSync } from 'node:fs';
import { missedGoals, toSummary, toTable, type Result } from './report.ts';
import { SURROUNDINGS } from './surroundings.ts';
import { Tally } from './tally.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    save: { type: 'boolean', default: false },
  },
});
const days = Number(values.days);
const seed = Number(values.seed);
if (!(days > 0) || !Number.isInteger(days) || !Number.isInteger(seed)) {
  console.error('Usage: npm run simulate -- [--days 20000] [--seed 1] [--save]');
  process.exit(2);
}

const results: Result[] = [];
for (const surroundings of SURROUNDINGS) {
  const tally = new Tally();
  results.push({ surroundings, tally });
  const pages = pagesOf(surroundings, days);
  for (let day = 0; day < pages; day++) {
    await liveDay(surroundings, seed, day, tally);
    if (tally.days % 1000 === 0)
      console.error(`${surroundings.name}: ${tally.days} of ${pages} pages`);
  }
}
console.log(`\nPages, seed ${seed}\n\n${toTable(results)}\n`);

// The docs take their figures from this file.
if (values.save) {
  writeFileSync('generated/simulation.json', `${JSON.stringify(toSummary(results), null, 2)}\n`);
}

const missed = missedGoals(results);
for (const goal of missed) console.log(`Missed. ${goal}`);
process.exitCode = Number(missed.length > 0);
