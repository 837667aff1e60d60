import { buildLiveDemo } from './build-live-demo.ts';

const FOLDER = 'demo/live/dist';

const { total, files } = await buildLiveDemo(FOLDER);
const toMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(2).padStart(6);
for (const [name, bytes] of files.slice(0, 12)) console.log(`${toMegabytes(bytes)} MB  ${name}`);
console.log(`${toMegabytes(total)} MB  in ${files.length} files of ${FOLDER}, as sent with gzip`);
