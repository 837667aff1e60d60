import { expect, it } from 'vitest';
import { parsePageColor } from '../../../service/src/page/page-color.ts';

it.each([
  ['red', '#ff0000', true],
  ['RebeccaPurple', '#663399', true],
  ['$fc0', '#ffcc00', true],
  ['$ffff', '#ffffffff', true],
  ['$fc08', '#ffcc0088', false],
  ['$FFCC00', '#ffcc00', true],
  ['$ffcc0080', '#ffcc0080', false],
])('reads %s as %s, and knows whether it is opaque', (value, css, opaque) => {
  expect(parsePageColor(value)).toMatchObject({ css, opaque });
});

it.each(['', '#ff0000', '$ff', '$fffff', '$ggg', 'red;x', 'rgb(0,0,0)', 'constructor', '$fff\n'])(
  'rejects %j',
  (value) => {
    expect(parsePageColor(value)).toBeNull();
  },
);

it('knows that “transparent” is not opaque', () => {
  expect(parsePageColor('transparent')?.opaque).toBe(false);
});
