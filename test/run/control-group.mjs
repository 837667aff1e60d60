import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';

const ROOT = '/sys/fs/cgroup';
/** Version 1 of control groups has a hierarchy for each controller. */
const FIRST_VERSION = [`${ROOT}/cpuacct`, `${ROOT}/cpu`];
const isFirstVersion = existsSync(`${FIRST_VERSION[0]}/cpuacct.usage`);
const PARENTS = isFirstVersion ? FIRST_VERSION : [ROOT];
const PERIOD_US = 100_000;

/**
 * A control group of Linux. It counts the processor time of its processes and of those that they start, also if these
 * were killed, or outlived the process that started them. Only root may make one.
 */
export class ControlGroup {
  #folders;

  /** @param {string} name the path of the group; the group above it exists */
  constructor(name) {
    this.#folders = PARENTS.map((parent) => `${parent}/${name}`);
    for (const folder of this.#folders) {
      mkdirSync(folder, { recursive: true });
      // A lane that runs as another user makes groups in it.
      chmodSync(folder, 0o777);
    }
  }

  /**
   * Makes a group, or returns undefined if this process may not make one.
   * @param {string} name
   */
  static tryCreate(name) {
    try {
      return new ControlGroup(name);
    } catch {
      return undefined;
    }
  }

  /** The processor time of the group and of the groups in it, in seconds. */
  get seconds() {
    const [folder] = this.#folders;
    if (isFirstVersion) return Number(readFileSync(`${folder}/cpuacct.usage`, 'utf8')) / 1e9;
    const [, usage] = /^usage_usec (\d+)/m.exec(readFileSync(`${folder}/cpu.stat`, 'utf8')) ?? [];
    return Number(usage) / 1e6;
  }

  /** Moves a process into the group. The processes that it starts from then on are in the group, too. */
  add(processId) {
    for (const folder of this.#folders) writeFileSync(`${folder}/cgroup.procs`, String(processId));
  }

  /** Limits the group to a number of processors, which may be a fraction. */
  limit(processors) {
    const quota = Math.round(processors * PERIOD_US);
    const folder = this.#folders.at(-1);
    if (isFirstVersion) writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quota));
    else writeFileSync(`${folder}/cpu.max`, `${quota} ${PERIOD_US}`);
  }

  /**
   * Removes the group and the groups in it. Processes that still run move to the group above. A group stays if a
   * process in it ends or starts another at that moment: the system counts it, but cannot move it yet.
   */
  remove() {
    for (const [index, folder] of this.#folders.entries()) removeFolder(folder, PARENTS[index]);
  }
}

function removeFolder(folder, parent) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeFolder(`${folder}/${entry.name}`, parent);
  }
  const ids = readFileSync(`${folder}/cgroup.procs`, 'utf8').split('\n').filter(Boolean);
  for (const id of ids) move(id, parent);
  try {
    rmdirSync(folder);
  } catch (error) {
    if (error.code !== 'EBUSY') throw error;
  }
}

function move(id, folder) {
  try {
    writeFileSync(`${folder}/cgroup.procs`, id);
  } catch {
    // The process has ended meanwhile.
  }
}
