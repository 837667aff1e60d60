import type * as node from '../../database/allowed-files.ts';

/** Browsers have no files of the service. */
export const parseConnectionFiles: typeof node.parseConnectionFiles = () => [];

export const allowFiles: typeof node.allowFiles = () => () => null;
