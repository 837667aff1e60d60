import { parseArgs } from 'node:util';
import { buildLiveDemo } from './build-live-demo.ts';

const { values } = parseArgs({
  options: { outDir: { type: 'string', default: 'demo/live/dist' } },
});

const { total, files } = await buildLiveDemo(values.outDir);
const toMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(2).padStart(6);
for (const [name, bytes] of files.slice(0, 8)) console.log(`${toMegabytes(bytes)} MB  ${name}`);
console.log(
  `${toMegabytes(total)} MB  in ${files.length} files of ${values.outDir}, as sent with gzip`,
);
