const PREFIX = 'embedded-dashboard live demo';

/** The files of the demo in the browser's cache. */
export class FileCache {
  readonly #folder: string;
  readonly #files: ReadonlySet<string>;
  readonly #name: string;

  /** `folder` is the demo's address, and `files` are the names of all files. */
  constructor(folder: string, files: readonly string[], version: string) {
    this.#folder = folder;
    this.#files = new Set(files);
    this.#name = `${PREFIX} ${folder} ${version}`;
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Returns a file. The cache takes precedence over the network. */
  async find(name: string): Promise<Response> {
    const cache = await caches.open(this.#name);
    const address = this.#folder + name;
    const kept = await cache.match(address);
    if (kept) return kept;
    // The browser's own cache may have a file of an earlier version.
    const response = await fetch(address, { cache: 'no-cache' });
    // Do not wait: in Firefox, the copy may wait until somebody reads the answer itself.
    if (response.ok) cache.put(address, response.clone()).catch(() => {});
    return response;
  }

  /** Loads all files that are missing, so that the demo works offline. */
  async complete(): Promise<void> {
    const cache = await caches.open(this.#name);
    for (const name of this.#files) {
      const address = this.#folder + name;
      if (await cache.match(address)) continue;
      await cache.add(new Request(address, { cache: 'no-cache' }));
    }
  }

  /** Removes the files of earlier versions. */
  async removeOthers(): Promise<void> {
    const names = await caches.keys();
    const others = names.filter(
      (name) => name.startsWith(`${PREFIX} ${this.#folder} `) && name !== this.#name,
    );
    await Promise.all(others.map((name) => caches.delete(name)));
  }
}
