import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { findScript } from './find-script.ts';

/** A file that pages refer to. */
export interface Asset {
  /** File name with a hash of the content in it: what is once fetched never changes. */
  name: string;
  mediaType: string;
  body: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer>;
}

/** The style sheet and the script of every page. */
export interface PageAssets {
  style: Asset;
  script: Asset;
}

const compress = promisify(gzip);

/** Makes the page's files: the style sheet as it stands, the script with the parts of ECharts that it uses. */
export async function buildAssets(): Promise<PageAssets> {
  const [style, script] = await Promise.all([
    readFile(new URL('./dashboard.css', import.meta.url)),
    findScript('dashboard'),
  ]);
  return {
    style: await toAsset('css', 'text/css; charset=utf-8', style),
    script: await toAsset('js', 'text/javascript; charset=utf-8', script),
  };
}

async function toAsset(extension: string, mediaType: string, content: Uint8Array): Promise<Asset> {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const gzipped = await compress(content);
  return {
    name: `dashboard-${hash}.${extension}`,
    mediaType,
    body: new Uint8Array(content),
    gzipped: new Uint8Array(gzipped),
  };
}
