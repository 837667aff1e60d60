import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SettingError } from './setting-error.ts';

/**
 * Reads the file of `sslrootcert`.
 * @throws {SettingError} without PEM certificates. The message does not repeat the name of the file.
 */
export function readCertificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    // Throws for anything else than a certificate, which TLS would ignore.
    void new X509Certificate(text);
    return text;
  } catch {
    throw new SettingError('sslrootcert must be a readable file with PEM certificates.');
  }
}
