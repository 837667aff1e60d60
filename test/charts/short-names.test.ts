import { expect, it } from 'vitest';
import { toShortNames } from '../../service/src/values/short-names.ts';

it.for<[string, string[], string[]]>([
  [
    'leaves out the words that long names share',
    ['Premium Arabica Coffee from Brazil', 'Premium Arabica Coffee from Peru', 'Tea'],
    ['Premium…Brazil', 'Premium…Peru', 'Tea'],
  ],
  [
    'keeps more words if two groups of names end alike',
    [
      'Premium Arabica Ground Coffee, 250 g',
      'Premium Arabica Ground Coffee, 500 g',
      'Premium Arabica Whole Beans, 250 g',
      'Premium Arabica Whole Beans, 500 g',
    ],
    [
      'Premium…Ground Coffee, 250 g',
      'Premium…Ground Coffee, 500 g',
      'Premium…Whole Beans, 250 g',
      'Premium…Whole Beans, 500 g',
    ],
  ],
  [
    'keeps long names that differ at the start',
    ['A name that is long', 'Another name that is long'],
    ['A name that is long', 'Another name that is long'],
  ],
  [
    'keeps equal names equal',
    ['One very long name', 'One very long name'],
    ['One very long name', 'One very long name'],
  ],
  [
    'leaves out letters of one long word',
    ['DE123456789012345678', 'DE123456789012345679'],
    ['DE12345…8', 'DE12345…9'],
  ],
  ['leaves no half of an emoji', ['😀😀😀😀😀😀😁', '😀😀😀😀😀😀😂'], ['😀😀😀…😁', '😀😀😀…😂']],
])('%s', ([, names, expected]) => {
  expect(toShortNames(names, 10, 7)).toEqual(expected);
});
