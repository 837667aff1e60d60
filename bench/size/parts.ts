import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin, type Rollup } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Files that make a smaller difference are left out of the report, in bytes. */
const LEAST = 100;

const ROOTS = /src\/(\w+|element\/embedded-dashboard)\.ts$/;

/** A source file of the CDN file. */
export interface Part {
  name: string;
  /** The bytes in brotli by which the CDN file is smaller without it, and without what only it uses. */
  bytes: number;
}

/** Builds the CDN file without each of its source files, one at a time. Returns the large ones, largest first. */
export async function weighParts(): Promise<Part[]> {
  const whole = await buildWithout();
  const parts: Part[] = [];
  for (const [id, { renderedLength }] of Object.entries(whole.modules)) {
    // Nothing is left without an entry or the element itself.
    if (renderedLength < 2 * LEAST || ROOTS.test(id)) continue;
    const bytes = weigh(whole) - weigh(await buildWithout(id));
    parts.push({ name: toName(id), bytes });
  }
  return parts.filter(({ bytes }) => bytes >= LEAST).toSorted((a, b) => b.bytes - a.bytes);
}

function weigh({ code }: Rollup.OutputChunk): number {
  return brotliCompressSync(code).length;
}

async function buildWithout(id?: string): Promise<Rollup.OutputChunk> {
  const built = (await build({
    root: ROOT,
    logLevel: 'silent',
    plugins: id === undefined ? [] : [emptyModule(id)],
    build: { write: false },
  })) as Rollup.RollupOutput[];
  return built[0]!.output[0];
}

/** Replaces everything that a module exports by values that the minifier does not know. */
function emptyModule(id: string): Plugin {
  return {
    name: 'empty-module',
    enforce: 'post',
    transform(code, current) {
      if (current !== id) return null;
      return findExports(code)
        .map((name) => `export const ${name} = globalThis.${name};`)
        .join('\n');
    },
  };
}

/** Returns the names that a module of JavaScript exports. */
function findExports(code: string): string[] {
  const declared = code.matchAll(/^export (?:async )?(?:const|let|var|class|function) ([\w$]+)/gm);
  const listed = code.matchAll(/export ?\{([^}]*)\}/g);
  const lists = Array.from(listed, ([, names = '']) => names.split(','));
  return [
    ...Array.from(declared, ([, name = '']) => name),
    ...lists.flat().map((name) => name.trim().replace(/.* as /, '')),
  ];
}

function toName(id: string): string {
  const path = relative(ROOT, id);
  return path.startsWith('node_modules') ? `Lit’s ${basename(path)}` : path;
}
