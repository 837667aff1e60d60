import type { DatabaseWorkerStart } from './database-worker.ts';

/** The files and the call that the databases need. */
export interface Resources {
  /** PGlite's own code. All threads share one compilation. */
  wasm: WebAssembly.Module;
  /** PGlite's own files. */
  files: Blob;
  /** A database with the content of both databases of the service, as a tar archive. */
  database: Blob;
  /** Calls `startDatabaseWorker` in the page. */
  startWorker: (start: DatabaseWorkerStart) => void;
}

let provide!: (resources: Resources) => void;

/** Resolves when the resources have been loaded. */
export const loaded = new Promise<Resources>((resolve) => {
  provide = resolve;
});

/** Provides the resources, for which the databases wait. */
export function provideResources(resources: Resources): void {
  provide(resources);
}
