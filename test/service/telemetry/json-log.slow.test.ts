import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { endProcess } from '../../support/end-process.ts';
import { spawnService } from '../service-process.ts';

it('writes JSON, one object a line, from the first line of a start on', async () => {
  const child = spawnService({ DATABASE_URL: 'memory:', SERVICE_LOG: 'json' });
  const output = text(child.stdout);
  const lines: string[] = [];
  const reader = createInterface(child.stderr).on('line', (line) => lines.push(line));
  while (!lines.join().includes('The dashboard service is at')) await once(reader, 'line');
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      text: expect.any(String),
      pid: child.pid,
    });
  }
  await endProcess(child);
  expect(await output).toBe('');
});
