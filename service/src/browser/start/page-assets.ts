import files from 'virtual:page-assets';
import type { Asset, PageAssets } from '../../page/asset.ts';

const NOTHING = new Uint8Array();

/** Returns the files of the pages. The server of the live demo has their contents, at the same addresses. */
export function findAssets(): Promise<PageAssets> {
  const toAsset = ({ name, mediaType }: (typeof files)[string]): Asset => ({
    name,
    mediaType,
    body: NOTHING,
    gzipped: NOTHING,
  });
  const entries = Object.entries(files).map(([key, file]) => [key, toAsset(file)]);
  return Promise.resolve(Object.fromEntries(entries) as PageAssets);
}
