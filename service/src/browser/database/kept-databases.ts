/** The databases that browsers keep. Demo data never change, so that only the service's state is kept. */
const STATE = 'state';

/** Returns PGlite's name of a database that the browser keeps; `null` for one that stays in memory. */
export function toKeptName(folder: string): string | null {
  return folder.endsWith(`/${STATE}`) ? `idb://${toName(folder)}` : null;
}

/** Returns whether the browser has the database of this folder. */
export async function isKept(folder: string): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  return names.includes(toStoreName(folder));
}

/** Removes the databases of a data folder that the browser keeps. No thread may have them open. */
export function removeKept(dataFolder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(toStoreName(`${dataFolder}/${STATE}`));
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error!));
  });
}

/** Emscripten names the store after the folder in which it mounts the file system. */
function toStoreName(folder: string): string {
  return `/pglite/${toName(folder)}`;
}

/** PGlite does not create nested folders. */
function toName(folder: string): string {
  return folder.replaceAll(/\W+/g, '-');
}
