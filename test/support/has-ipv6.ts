import { networkInterfaces } from 'node:os';

/** Whether this machine has the address ::1. Many containers have none. */
export const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1');
