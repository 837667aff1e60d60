import { fromBase64Url, toBase64Url } from './base64url.ts';
import { decrypt, encrypt } from './crypto.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a text in base64url, encrypted and authenticated (AES-256-GCM). `context`: the only place where it is valid. */
export function sealText(text: string, key: Uint8Array, context = ''): string {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = encrypt(text, key, iv, context);
  const bytes = new Uint8Array(iv.length + sealed.tag.length + sealed.text.length);
  bytes.set(iv);
  bytes.set(sealed.tag, iv.length);
  bytes.set(sealed.text, iv.length + sealed.tag.length);
  return toBase64Url(bytes);
}

/** Returns the text of {@link sealText}; `null` if it was changed, or has another key or context. */
export function unsealText(sealed: string, key: Uint8Array, context = ''): string | null {
  const tagEnd = IV_BYTES + TAG_BYTES;
  try {
    const bytes = fromBase64Url(sealed);
    const iv = bytes.subarray(0, IV_BYTES);
    const encrypted = { tag: bytes.subarray(IV_BYTES, tagEnd), text: bytes.subarray(tagEnd) };
    return decrypt(encrypted, key, iv, context);
  } catch {
    return null;
  }
}
