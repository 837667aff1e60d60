/**
 * The directory of a packed database: a tar archive in which equal files, of which PostgreSQL has hundreds, are stored
 * once. Each entry is a tar header in base64, and the place of its content.
 */
export interface PackedDirectory {
  entries: { header: string; start: number; size: number }[];
}

const BLOCK = 512;

/** Unpacks: 4 bytes with the length of the directory, the directory as JSON, and the contents. */
export function toTar(packed: ArrayBuffer): Blob {
  const length = new DataView(packed).getUint32(0);
  const text = new TextDecoder().decode(new Uint8Array(packed, 4, length));
  const { entries } = JSON.parse(text) as PackedDirectory;
  const parts: BlobPart[] = [];
  for (const { header, start, size } of entries) {
    parts.push(Uint8Array.from(atob(header), (byte) => byte.charCodeAt(0)));
    if (size === 0) continue;
    parts.push(new Uint8Array(packed, 4 + length + start, size));
    parts.push(new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new Blob(parts);
}
