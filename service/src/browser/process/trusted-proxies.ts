import type * as node from '../../process/trusted-proxies.ts';

/** There is no network. */
export const trustProxies: typeof node.trustProxies = () => (connection) => connection;
