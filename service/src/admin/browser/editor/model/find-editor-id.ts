const KEY = 'dashboard-editor';

/**
 * Returns the id of the editors of this tab. It survives a reload, which lets the tab overwrite the draft that it sent
 * when the page closed. Without storage, each page has its own id.
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

/** Creates a random id. `crypto.randomUUID` is missing if the back office is opened by `http` and a host name. */
function createId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
