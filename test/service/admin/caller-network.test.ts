import { expect, it } from 'vitest';
import { toCallerNetwork } from '../../../service/src/admin/caller-network.ts';

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['', ''],
  ['unknown', 'unknown'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0000:0000:ffff::2', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8:a:b::', '2001:db8:a:b::/64'],
  ['2001::5:6:7:8:9', '2001:0:0:5::/64'],
])('counts the attempts of %s as those of %s', (address, network) => {
  expect(toCallerNetwork(address)).toBe(network);
});
