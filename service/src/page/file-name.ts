/** 60 characters have at most 240 of the 255 bytes that file systems allow. */
const MOST_CHARACTERS = 60;
/** The names of devices in Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns the name of a file that has this title. All file systems can store it. */
export function toFileName(title: string, extension: string): string {
  const legal = title.replaceAll(/[\s\p{C}/\\:*?"<>|]+/gu, ' ').replace(/^[. ]+/, '');
  const name = Array.from(legal)
    .slice(0, MOST_CHARACTERS)
    .join('')
    .replace(/[. ]+$/, '');
  return `${DEVICE.test(name) ? '_' : ''}${name || 'data'}.${extension}`;
}
