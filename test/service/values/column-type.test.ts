import { expect, it } from 'vitest';
import { isNumberType } from '../../../service/src/values/column-type.ts';
import { toColumns } from '../../../service/src/database/postgres/result-columns.ts';

it('follows from the OID of the type', () => {
  const oids = [16, 20, 21, 23, 700, 701, 1700, 1082, 1114, 1184, 25, 3802];
  const columns = toColumns(oids.map((dataTypeID) => ({ name: `c${dataTypeID}`, dataTypeID })));
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'c16 boolean',
    'c20 integer',
    'c21 integer',
    'c23 integer',
    'c700 decimal',
    'c701 decimal',
    'c1700 decimal',
    'c1082 date',
    'c1114 instant',
    'c1184 instant',
    'c25 text',
    'c3802 text',
  ]);
  const numbers = columns.filter(({ type }) => isNumberType(type)).map(({ name }) => name);
  expect(numbers).toEqual(['c20', 'c21', 'c23', 'c700', 'c701', 'c1700']);
});
