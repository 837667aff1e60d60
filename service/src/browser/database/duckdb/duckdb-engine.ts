import type { DataEngine } from '../../../database/data-engine.ts';

/** Browsers have no files of the service. */
export const duckdbEngine: DataEngine = () => null;
