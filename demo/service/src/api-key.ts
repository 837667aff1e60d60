/**
 * Whether a key can stand in an address as one part of its path: not white space only, `.` or `..`,
 * and without controls, `/`, `\`, `?` and `#`.
 */
export function isApiKey(value: string): boolean {
  return /^(?!\s*$|\.{1,2}$)[^\p{Cc}\p{Cs}/\\?#]{1,256}$/u.test(value);
}
