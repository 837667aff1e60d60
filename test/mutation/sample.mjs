import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const { MUTATION_SAMPLE, MUTATION_SEED: seed = '1' } = process.env;

/**
 * Lets Stryker run a random sample of its mutants and ignore the others. Stryker 9 has no option for
 * that: its ignorers see syntax nodes, and ignore a node with everything inside it.
 */
export function sampleMutants(defaultSize) {
  const { instrument } = Instrumenter.prototype;
  Instrumenter.prototype.instrument = async function (files, options) {
    const result = await instrument.call(this, files, options);
    for (const mutant of shuffle(result.mutants).slice(Number(MUTATION_SAMPLE ?? defaultSize))) {
      mutant.status = 'Ignored';
      mutant.statusReason = 'not in the sample';
    }
    return result;
  };
}

/** The order depends on the mutants and the seed only. An edit moves few mutants in or out of the sample. */
function shuffle(mutants) {
  const seen = new Map();
  const keyed = mutants
    .filter(({ status }) => status !== 'Ignored')
    .map((mutant) => {
      const { fileName, mutatorName, replacement } = mutant;
      const name = [seed, relative('', fileName), mutatorName, replacement].join('\n');
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return { mutant, key: createHash('sha256').update(`${name}\n${count}`).digest('hex') };
    });
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ mutant }) => mutant);
}
