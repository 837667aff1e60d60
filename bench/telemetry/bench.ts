import process from 'node:process';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Bench } from '../results.ts';
import { medianInterval, toMedianWithInterval } from '../statistics.ts';

/** The largest part of the processor time that log and metrics may add. */
const LIMIT = 1.03;

/** Measures the processor time of calls with and without metrics and the log in JSON. */
export const bench: Bench = async ({ isQuick }) => {
  const [turns, calls] = isQuick ? [3, 20] : [31, 100];
  const [plain, told] = [await start({}), await start({ metricsPort: 0, log: 'json' })];
  // The first calls compile the code.
  for (const service of [plain, told]) await measure(service, calls);
  const ratios: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const services = turn % 2 === 0 ? [plain, told] : [told, plain];
    const times = new Map<DashboardService, number>();
    for (const service of services) times.set(service, await measure(service, calls));
    ratios.push(times.get(told)! / times.get(plain)!);
  }
  for (const service of [plain, told]) await service.close();
  const [least, most] = medianInterval(ratios);
  return {
    title: 'Log and metrics',
    about:
      'The processor time of GetToken and Tdb with `SERVICE_METRICS_PORT` and `SERVICE_LOG=json`, compared with neither. Both services run in one process, in turns.',
    goals: [
      {
        name: 'Processor time of a call, compared with no metrics',
        goal: `≤ ${LIMIT}`,
        measured: toMedianWithInterval(ratios, 3),
        isMet: most <= LIMIT || (least > LIMIT ? false : null),
      },
    ],
    tables: [],
    raw: ratios,
  };
};

async function start(
  options: Parameters<typeof createDashboardService>[0],
): Promise<DashboardService> {
  const service = createDashboardService({ database: 'memory:', ...options });
  await service.listen(0);
  return service;
}

/** Returns the processor time of calls, in microseconds: half of them open the page of a token. */
async function measure(service: DashboardService, calls: number): Promise<number> {
  const { guid } = service.dashboards[0]!;
  const get = async (path: string): Promise<string> =>
    (await service.fetch(new Request(`http://service.test${path}`))).text();
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) {
    const token = await get(`/Api/GetToken/${service.apiKey}/anna/${guid}`);
    await get(`/Tdb/${token}`);
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
