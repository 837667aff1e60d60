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
  const load = async (file: { name: string }): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
    const response = await fetch(new URL(file.name, folder));
    if (!response.ok) throw new Error(`${file.name}: ${response.status}`);
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        loaded += chunk.byteLength;
        onProgress({ loaded, total });
        controller.enqueue(chunk);
      },
    });
    return response.body!.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
  };
  const [wasm, data, database] = await Promise.all([
    load(files.wasm).then((stream) =>
      WebAssembly.compileStreaming(
        new Response(stream, { headers: { 'Content-Type': 'application/wasm' } }),
      ),
    ),
    load(files.data).then((stream) => new Response(stream).blob()),
    load(files.database).then(async (stream) => toTar(await new Response(stream).arrayBuffer())),
  ]);
  return { wasm, files: data, database };
}
