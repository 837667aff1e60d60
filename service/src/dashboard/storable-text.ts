/** PostgreSQL's text cannot hold a NUL, and its JSON cannot hold a lone surrogate. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** The fault of a text that the database cannot save. */
export const UNSTORABLE_FAULT = 'Remove the characters that cannot be saved.';

/** Returns the offset of the first character that the database cannot save; -1 if there is none. */
export function findUnstorable(value: string): number {
  return value.search(UNSTORABLE);
}
