import { createHash } from 'node:crypto';
import { build } from 'esbuild';

/** Bundles the service worker. Browsers look for its updates at one address, so that its name has no hash. */
export async function bundleServiceWorker(
  entry: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  const version = createHash('sha256');
  for (const [name, content] of files) version.update(name).update(content);
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      LIVE_FILES: JSON.stringify([...files.keys()]),
      LIVE_VERSION: JSON.stringify(version.digest('hex').slice(0, 12)),
    },
  });
  return outputFiles[0]!.contents;
}
