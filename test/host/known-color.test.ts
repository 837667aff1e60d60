import { expect, test } from 'vitest';
import { toKnownColor } from '../../src/host/known-color.ts';

test.for([
  ['red', 'red'],
  [' RebeccaPurple ', 'rebeccapurple'],
  ['#FC0', '$ffcc00'],
  ['#fc08', '$ffcc0088'],
  ['#ffcc00', '$ffcc00'],
  ['#ffcc00ff', '$ffcc00'],
  ['#ffcc0080', '$ffcc0080'],
  ['#00ff00', '$00ff00'],
  ['#ffff', '$ffffff'],
  ['$fc0', '$fc0'],
  ['$FFCC00', '$FFCC00'],
  [' $FC0\n', '$FC0'],
] as const)('writes %s as %s', ([css, service]) => {
  expect(toKnownColor(css)).toBe(service);
});

test.for([
  '',
  'reddish',
  'blac\u212a',
  'transparent',
  'currentcolor',
  'canvas',
  '#ff',
  '#fffff',
  '$',
  '$12345',
  '%24fff',
  'ffcc00',
  'rgb(1,2,3)',
  'var(--x)',
  'red&theme=dark',
  'red\n#',
  null,
  undefined,
  7,
  {},
])('leaves %j out', (value) => {
  expect(toKnownColor(value)).toBeNull();
});
