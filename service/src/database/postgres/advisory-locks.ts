import type { LockName } from '../database.ts';

/** The numbers of the advisory locks. Processes of other versions use them, too. `index`: of a process that adds one. */
export const ADVISORY_LOCKS: Readonly<Record<LockName | 'index', number>> = {
  tables: 4_600_450_046,
  index: 4_600_450_047,
  import: 4_600_450_048,
};
