import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Asset, PageAssets } from '../page/asset.ts';
import { findScript, PAGE_SCRIPTS } from './find-script.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from '../tiles/palette.ts';
import { toPrintColors } from '../page/print-colors.ts';

/**
 * The style sheets of the pages: files in `src`, next to the markup that they style. Of two rules with equal weight, the
 * one of the later file applies.
 */
export const PAGE_STYLES = {
  dashboard: [
    'page/page-shell.css',
    'page/tile/tile.css',
    'page/tile/place.css',
    'page/tile/number.css',
    'page/tile/chart.css',
    'page/tile/table.css',
    'page/print.css',
    'page/filters.css',
    'page/tile-dialog.css',
  ],
  backOffice: [
    'admin/admin.css',
    'admin/form.css',
    'admin/table.css',
    'admin/dashboards/dashboards.css',
    'admin/companies/companies.css',
    'admin/api-code/api-code.css',
    'admin/statistics/statistics.css',
    'admin/people/people.css',
  ],
  editor: [
    'admin/browser/editor/editor.css',
    'admin/browser/editor/fields/fields.css',
    'admin/browser/editor/sql/sql.css',
    'admin/browser/editor/datasets/datasets.css',
    'admin/browser/editor/tiles/tiles.css',
    'admin/browser/editor/saving/saving.css',
    'admin/browser/editor/preview/preview.css',
  ],
} as const;

const compress = promisify(gzip);

let assets: Promise<PageAssets> | undefined;

/** Returns the files of the pages: style sheets, and scripts with all their imports. Builds them once. */
export function findAssets(): Promise<PageAssets> {
  assets ??= makeAssets();
  return assets;
}

async function makeAssets(): Promise<PageAssets> {
  const files = {
    style: readStyle(
      'dashboard',
      PAGE_STYLES.dashboard,
      toPrintColors(DARK_PALETTE, LIGHT_PALETTE),
    ),
    script: readScript('dashboard', PAGE_SCRIPTS.dashboard),
    refusalScript: readScript('refusal', PAGE_SCRIPTS.refusal),
    adminStyle: readStyle('back-office', PAGE_STYLES.backOffice),
    adminScript: readScript('back-office', PAGE_SCRIPTS.backOffice),
    previewScript: readScript('preview', PAGE_SCRIPTS.preview),
    editorStyle: readStyle('editor', PAGE_STYLES.editor),
    editorScript: readScript('editor', PAGE_SCRIPTS.editor),
  } satisfies Record<keyof PageAssets, Promise<Asset>>;
  const entries = Object.entries(files).map(async ([key, file]) => [key, await file]);
  return Object.fromEntries(await Promise.all(entries)) as PageAssets;
}

async function readStyle(name: string, files: readonly string[], more = ''): Promise<Asset> {
  const parts = await Promise.all(
    files.map((file) => readFile(new URL(`../${file}`, import.meta.url))),
  );
  return toAsset(
    name,
    'css',
    'text/css; charset=utf-8',
    Buffer.concat([...parts, Buffer.from(more)]),
  );
}

async function readScript(name: string, file: string): Promise<Asset> {
  return toAsset(name, 'js', 'text/javascript; charset=utf-8', await findScript(file));
}

async function toAsset(
  name: string,
  extension: string,
  mediaType: string,
  content: Uint8Array,
): Promise<Asset> {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const gzipped = await compress(content);
  return {
    name: `${name}-${hash}.${extension}`,
    mediaType,
    body: new Uint8Array(content),
    gzipped: new Uint8Array(gzipped),
  };
}
