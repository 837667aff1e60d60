import { expect, it } from 'vitest';
import { trustProxies } from '../../../service/src/process/trusted-proxies.ts';

const PLACES = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'];

it.each<[connection: string, forwarded: string | undefined, caller: string]>([
  ['203.0.113.5', undefined, '203.0.113.5'],
  // Anybody can send the header.
  ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['10.0.0.9', undefined, '10.0.0.9'],
  ['10.0.0.9', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.9', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.9', '1.1.1.1, 198.51.100.1 ,192.0.2.7,10.1.1.1', '198.51.100.1'],
  ['10.0.0.9', '10.0.0.8', '10.0.0.8'],
  ['::ffff:10.0.0.9', '::ffff:198.51.100.1', '198.51.100.1'],
  ['fd00::1', '2001:db8::1', '2001:db8::1'],
  ['10.0.0.9', '198.51.100.1:4711', '198.51.100.1'],
  ['10.0.0.9', '[2001:db8::1]:4711', '2001:db8::1'],
  ['10.0.0.9', '198.51.100.1, unknown', '10.0.0.9'],
  ['', '198.51.100.1', ''],
])('the caller of a connection from %s with X-Forwarded-For %s is %s', (...row) => {
  const [connection, forwarded, caller] = row;
  expect(trustProxies(PLACES)(connection, forwarded)).toBe(caller);
});

it('trusts nobody by default', () => {
  expect(trustProxies([])('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
});

it.each([
  'proxy.internal',
  '10.0.0.0/33',
  '10.0.0',
  '10.0.0.0/x',
  '10.0.0.0/',
  '10.0.0.0/8/9',
  'fd00::/129',
])('refuses the place %s', (place) => {
  expect(() => trustProxies([place])).toThrow(`SERVICE_TRUSTED_PROXIES: "${place}" is neither`);
});
