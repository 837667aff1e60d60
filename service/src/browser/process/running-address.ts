import type * as node from '../../process/running-address.ts';

/** No other process looks for the service. */
export const keepAddress: typeof node.keepAddress = () => {};

export const forgetAddress: typeof node.forgetAddress = () => {};
