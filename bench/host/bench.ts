import type { Bench } from '../results.ts';
import { measureDeadService } from './dead-service.ts';
import { measureSoak } from './soak.ts';
import { measureThroughput } from './throughput.ts';

/** Measures the host under load. Servers, service and load run on this machine, each in its own process. */
export const bench: Bench = async ({ isQuick }) => {
  const throughput = await measureThroughput(isQuick ? 3 : 15, isQuick ? 2 : 4);
  const deadService = await measureDeadService();
  const soak = await measureSoak(isQuick ? 20_000 : 1_000_000);
  const parts = [throughput, deadService, soak];
  return {
    title: 'The host',
    about: `The token route behind \`toNodeListener\`, compared with a minimal \`node:http\` handler that makes the same call with \`fetch\` and checks nothing. Each call has a different user, so that no two calls share an answer. ${throughput.note}`,
    goals: parts.flatMap(({ goals }) => goals),
    tables: parts.map(({ table }) => table),
    raw: { throughput: throughput.raw, deadService: deadService.raw, soak: soak.raw },
  };
};
