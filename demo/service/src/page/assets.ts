import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';

/** A file that pages refer to. */
export interface Asset {
  /** File name with a hash of the content in it: what is once fetched never changes. */
  name: string;
  mediaType: string;
  body: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer>;
}

/** The style sheets and scripts of dashboards and of the back office. */
export interface PageAssets {
  style: Asset;
  script: Asset;
  adminStyle: Asset;
  adminScript: Asset;
  editorStyle: Asset;
  editorScript: Asset;
}

const compress = promisify(gzip);

/** Makes the pages' files: style sheets as they stand, scripts with what they import. */
export async function buildAssets(): Promise<PageAssets> {
  const [style, script, adminStyle, adminScript, editorStyle, editorScript] = await Promise.all([
    readStyle('dashboard', './dashboard.css'),
    bundleScript('dashboard', './browser/dashboard.ts'),
    readStyle('back-office', '../admin/admin.css'),
    bundleScript('back-office', '../admin/browser/back-office.ts'),
    readStyle('editor', '../admin/editor.css'),
    bundleScript('editor', '../admin/browser/editor/main.tsx'),
  ]);
  return { style, script, adminStyle, adminScript, editorStyle, editorScript };
}

async function readStyle(name: string, file: string): Promise<Asset> {
  const content = await readFile(new URL(file, import.meta.url));
  return toAsset(name, 'css', 'text/css; charset=utf-8', content);
}

async function bundleScript(name: string, file: string): Promise<Asset> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return toAsset(name, 'js', 'text/javascript; charset=utf-8', outputFiles[0]!.contents);
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
