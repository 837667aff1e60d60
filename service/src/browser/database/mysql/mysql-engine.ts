import type { DataEngine } from '../../../database/data-engine.ts';

/** Browsers have no connections to servers. */
export const mysqlEngine: DataEngine = () => null;
