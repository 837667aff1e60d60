const KEY = 'dashboard-editor';

/**
 * Returns the id of the editors of this tab. It survives a reload, so that the tab may save over the draft that it sent
 * when it was left. A browser without storage has an id for each page.
 */
export function findEditorId(): string {
  try {
    const id = sessionStorage.getItem(KEY) ?? createId();
    sessionStorage.setItem(KEY, id);
    return id;
  } catch {
    return createId();
  }
}

/** `crypto.randomUUID` is missing where the back office is reached by `http` and a name. */
function createId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
