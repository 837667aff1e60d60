/** Returns a random id. `crypto.randomUUID` is missing where the back office is reached by `http` and a name. */
export function createEditorId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
