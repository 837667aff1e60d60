import { expect, test } from 'vitest';
import { toKnownColor } from '../../src/host/call/known-color.ts';
import { toRows } from '../support/to-rows.ts';

/** Colors of CSS, each as the service reads it. */
const COLORS = `
  red → red
  #FC0 · #ffcc00 · #ffcc00ff → $ffcc00
  #fc08 → $ffcc0088
  #ffcc0080 → $ffcc0080
  #00ff00 → $00ff00
  #ffff → $ffffff
  $fc0 → $fc0
  $FFCC00 → $FFCC00
`;

test.for([...toRows(COLORS), [' RebeccaPurple ', 'rebeccapurple'], [' $FC0\n', '$FC0']])(
  'writes %s as %s',
  ([css, service]) => expect(toKnownColor(css)).toBe(service),
);

test.for([
  ...'reddish blac\u212a transparent currentcolor canvas #ff #fffff $ $12345 %24fff'.split(' '),
  ...'ffcc00 rgb(1,2,3) var(--x) red&theme=dark red\n#'.split(' '),
  ...['', null, undefined, 7, {}],
])('leaves %j out', (value) => {
  expect(toKnownColor(value)).toBeNull();
});
