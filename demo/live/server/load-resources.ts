import type { Resources } from 'embedded-dashboard-service/browser';
import files from 'virtual:live-files';
import { toTar } from './packed-database.ts';

/** The progress of the first visit: the bytes of all files, and those that have arrived. */
export interface Progress {
  loaded: number;
  total: number;
}

/** Loads and unpacks the files of the databases. Calls `onProgress` whenever bytes arrive. */
export async function loadResources(
  folder: string,
  onProgress: (progress: Progress) => void,
): Promise<Resources> {
  const total = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const load = async ({ name }: { name: string }): Promise<Blob> => {
    const response = await fetch(new URL(name, folder));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const packed = await readAll(response.body!, (bytes) => {
      loaded += bytes;
      onProgress({ loaded, total });
    });
    return readAll(packed.stream().pipeThrough(new DecompressionStream('gzip')));
  };
  const [wasm, data, database] = await Promise.all([
    load(files.wasm).then(async (blob) => WebAssembly.compile(await blob.arrayBuffer())),
    load(files.data),
    load(files.database).then(async (blob) => toTar(await blob.arrayBuffer())),
  ]);
  return { wasm, files: data, database };
}

/** Reads a stream. Calls `onBytes` with the size of each part. */
async function readAll(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes?: (bytes: number) => void,
): Promise<Blob> {
  const parts: BlobPart[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    onBytes?.(value.byteLength);
  }
}
