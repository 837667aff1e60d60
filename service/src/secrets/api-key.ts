/**
 * Returns whether a key can be one segment of a URL path. It is not only white space, `.` or `..`, and has no control
 * characters, `/`, `\`, `?` or `#`.
 */
export function isApiKey(value: string): boolean {
  return /^(?!\s*$|\.{1,2}$)[^\p{Cc}\p{Cs}/\\?#]{1,256}$/u.test(value);
}
