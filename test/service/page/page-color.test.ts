import { expect, it } from 'vitest';
import { parsePageColor } from '../../../service/src/page/page-color.ts';

it('reads named colors, regardless of case', () => {
  expect(parsePageColor('red')?.css).toBe('#ff0000');
  expect(parsePageColor('RebeccaPurple')?.css).toBe('#663399');
});

it('reads $ and 3, 4, 6 or 8 hexadecimal digits', () => {
  const values = ['$fc0', '$fc08', '$FFCC00', '$ffcc0080'];
  expect(values.map((value) => parsePageColor(value)?.css)).toEqual([
    '#ffcc00',
    '#ffcc0088',
    '#ffcc00',
    '#ffcc0080',
  ]);
});

it('distinguishes opaque from translucent colors', () => {
  expect(parsePageColor('white')?.opaque).toBe(true);
  expect(parsePageColor('$ffff')?.opaque).toBe(true);
  expect(parsePageColor('transparent')?.opaque).toBe(false);
});

it('rejects any other value', () => {
  const values = [
    '',
    '#ff0000',
    '$ff',
    '$fffff',
    '$ggg',
    'red;x',
    'rgb(0,0,0)',
    'constructor',
    '$fff\n',
  ];
  for (const value of values) expect(parsePageColor(value)).toBeNull();
});
