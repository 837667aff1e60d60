import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

/**
 * Holds this process, and those that it starts, at a number of processors, which may be a fraction, until the
 * returned function is called. Uses a control group of Linux, so it needs root.
 * @param {number} processors
 * @returns {() => void}
 * @throws {Error} if this process may not make a control group.
 */
export function holdProcessors(processors) {
  if (processors >= availableParallelism()) return () => {};
  const isFirstVersion = existsSync(`${ROOT}/cpu/cpu.cfs_quota_us`);
  const parent = isFirstVersion ? `${ROOT}/cpu` : ROOT;
  const group = `${parent}/soak-${process.pid}`;
  const quota = Math.round(processors * PERIOD_US);
  try {
    mkdirSync(group);
    if (isFirstVersion) writeFileSync(`${group}/cpu.cfs_quota_us`, String(quota));
    else writeFileSync(`${group}/cpu.max`, `${quota} ${PERIOD_US}`);
    writeFileSync(`${group}/cgroup.procs`, String(process.pid));
  } catch (cause) {
    throw new Error(
      'Run this part as root on Linux: it limits the processors by a control group.',
      {
        cause,
      },
    );
  }
  return () => {
    // Processes that the tests have left running would keep the group.
    for (const id of readFileSync(`${group}/cgroup.procs`, 'utf8').trim().split('\n')) {
      writeFileSync(`${parent}/cgroup.procs`, id);
    }
    rmdirSync(group);
  };
}
