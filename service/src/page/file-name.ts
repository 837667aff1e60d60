/** 60 characters have at most 240 of the 255 bytes that file systems allow. */
const MOST_CHARACTERS = 60;
/** A dot hides a file, and commands take a dash for an option, and a tilde for a folder. */
const HIDING = /^[. ~-]+/;
/** The names of devices in Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])(\.|$)/i;

/** Returns the name of a file that has this title. All file systems can store it. */
export function toFileName(title: string, extension: string): string {
  return `${toSafeName(title)}.${extension}`;
}

/** Returns the same name without an extension. */
export function toSafeName(title: string): string {
  const legal = title.replaceAll(/[\s\p{C}/\\:*?"<>|]+/gu, ' ').replace(HIDING, '');
  const name = Array.from(legal)
    .slice(0, MOST_CHARACTERS)
    .join('')
    .replace(/[. ]+$/, '');
  return `${DEVICE.test(name) ? '_' : ''}${name || 'data'}`;
}
