/** The address of the demo's folder, with a slash at the end. */
export const FOLDER = new URL('./', location.href.replace(/[?#].*/s, '')).href;
