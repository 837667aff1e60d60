import type { Resources } from 'embedded-dashboard-service/browser';
import files from 'virtual:live-files';
import { toTar } from './packed-database.ts';

/** The progress of the first visit: the bytes of all files, and those that have arrived. */
export interface Progress {
  loaded: number;
  total: number;
}

/** Browsers compile only answers of this type. */
const WASM = { headers: { 'Content-Type': 'application/wasm' } };

/** The loaded files. */
type LoadedFiles = Omit<Resources, 'startWorker'>;

/** Loads and unpacks the files of the databases. Calls `onProgress` whenever bytes arrive. */
export async function loadFiles(
  folder: string,
  onProgress: (progress: Progress) => void,
): Promise<LoadedFiles> {
  const total = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const load = async ({ name }: { name: string }): Promise<ReadableStream> => {
    const response = await fetch(new URL(name, folder));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, controller) {
        loaded += part.byteLength;
        onProgress({ loaded, total });
        controller.enqueue(part);
      },
    });
    return response.body!.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
  };
  const [wasm, data, database] = await Promise.all([
    load(files.wasm).then((stream) => WebAssembly.compileStreaming(new Response(stream, WASM))),
    load(files.data).then((stream) => new Response(stream).blob()),
    load(files.database).then(async (stream) => toTar(await new Response(stream).arrayBuffer())),
  ]);
  return { wasm, files: data, database };
}
