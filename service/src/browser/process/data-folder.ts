import type * as node from '../../process/data-folder.ts';

/** A lock is not needed: only one tab has the service. */
export const holdDataFolder: typeof node.holdDataFolder = () => () => {};

export const isKernelFolder: typeof node.isKernelFolder = () => false;

export const toDatabaseFolder: typeof node.toDatabaseFolder = (folder, name) => `${folder}/${name}`;

/** Always returns `false`: the thread itself looks for its database. */
export const hasDatabases: typeof node.hasDatabases = () => Promise.resolve(false);

export const isDiskFull: typeof node.isDiskFull = () => false;
