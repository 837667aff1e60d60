// Small values that the browser keeps for the demo, in an IndexedDB database. Workers have no `localStorage`.

type Key = 'keeps-data' | 'secrets' | 'wants-reset';

const STORE = 'values';

/** Returns a value; `undefined` if there is none. `folder` is the address of the demo's folder. */
export function readKept(folder: string, key: Key): Promise<unknown> {
  return use(folder, 'readonly', (store) => store.get(key));
}

export async function writeKept(folder: string, key: Key, value: unknown): Promise<void> {
  await use(folder, 'readwrite', (store) => store.put(value, key));
}

export async function deleteKept(folder: string, key: Key): Promise<void> {
  await use(folder, 'readwrite', (store) => store.delete(key));
}

async function use<Result>(
  folder: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(`live demo ${folder}`);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await settle(opening);
  try {
    return await settle(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error!));
  });
}
