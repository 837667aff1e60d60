import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import { afterAll, expect } from 'vitest';
import { ControlGroup } from '../run/control-group.mjs';

// A setup file: it runs before each test file. `npm test` sets the variables.
const { TEST_GROUP, TEST_COSTS } = process.env;

if (TEST_GROUP && TEST_COSTS) {
  // Workers without isolation load this file once for each test file, and share one process.
  globalThis.workerGroup ??= enterGroup(`${TEST_GROUP}/${process.pid}`);
  const group = globalThis.workerGroup;
  const before = group?.seconds ?? 0;
  afterAll(() => {
    const file = relative('.', expect.getState().testPath);
    if (group) appendFileSync(TEST_COSTS, `${group.seconds - before}\t${file}\n`);
  });
}

/** Moves this process into a group of its own: the browsers and servers that it starts count for its files. */
function enterGroup(name) {
  const group = ControlGroup.tryCreate(name);
  group?.add(process.pid);
  return group;
}
