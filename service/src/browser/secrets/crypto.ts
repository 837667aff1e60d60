import { gcm } from '@noble/ciphers/aes.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { scryptAsync } from '@noble/hashes/scrypt.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type * as node from '../../secrets/crypto.ts';

// Not the Web Crypto API: all of its functions are asynchronous.

/** A hash takes a second of the worker's time. At the start, the first dashboard needs this time. */
const START_MS = 4000;
const started = new Promise((resolve) => setTimeout(resolve, START_MS));
const TAG_BYTES = 16;
const NO_SALT = new Uint8Array();
/** As in Node. `asyncTick` limits the time that the worker does not answer, in milliseconds. */
const COST = { N: 2 ** 15, r: 8, p: 3, dkLen: 32, asyncTick: 10 };

export const hash: typeof node.hash = (content) => sha256(toBytes(content));

export const mark: typeof node.mark = (text, key) => hmac(sha256, key, utf8ToBytes(text));

export const deriveKey: typeof node.deriveKey = (secret, purpose) =>
  hkdf(sha256, utf8ToBytes(secret), NO_SALT, utf8ToBytes(purpose), 32);

export const encrypt: typeof node.encrypt = (text, key, iv, context) => {
  const encrypted = gcm(key, iv, utf8ToBytes(context)).encrypt(utf8ToBytes(text));
  return { text: encrypted.subarray(0, -TAG_BYTES), tag: encrypted.subarray(-TAG_BYTES) };
};

export const decrypt: typeof node.decrypt = ({ text, tag }, key, iv, context) =>
  new TextDecoder().decode(gcm(key, iv, utf8ToBytes(context)).decrypt(concatBytes(text, tag)));

export const hashPassword: typeof node.hashPassword = async (password, salt) => {
  await started;
  return scryptAsync(utf8ToBytes(password), salt, COST);
};

export const isSame: typeof node.isSame = (one, other) =>
  one.length === other.length &&
  one.reduce((difference, byte, index) => difference | (byte ^ other[index]!), 0) === 0;

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? utf8ToBytes(content) : content;
}
