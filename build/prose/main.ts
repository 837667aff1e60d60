import { parseArgs } from 'node:util';
import { lintProse, listProse } from './lint-prose.ts';

const { values } = parseArgs({
  options: { list: { type: 'string' }, update: { type: 'boolean' } },
});

if (values.list !== undefined) console.log(listProse('.', values.list).join('\n'));
else {
  const faults = lintProse('.', { isUpdate: values.update });
  for (const fault of faults) console.error(fault);
  if (faults.length) process.exitCode = 1;
}
