import { expect, it } from 'vitest';
import { hostParameter } from '../../../service/src/dashboard/filter-schema.ts';
import { findNameFault } from '../../../src/protocol/dashboard-parameters.ts';

it.each(['Region', '_a', '__a', '9a', 'a9', 'a-b', 'ä', '', 'n'.repeat(64), 'n'.repeat(65)])(
  'takes the parameter %j if a host can set it',
  (name) => {
    const isFit = findNameFault(name, new Set()) === null;
    expect(hostParameter.safeParse(name).success).toBe(isFit);
  },
);
