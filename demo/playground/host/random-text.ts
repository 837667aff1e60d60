/** Returns 256 random bits in base64url. */
export function createRandomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
