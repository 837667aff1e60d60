/**
 * Control characters, marks that change the direction of a text, and characters without a picture: with them, a name would
 * look like another one.
 */
export const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns a name of a form in its composed form, with single spaces inside and none around it. */
export function toName(text = ''): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** Returns whether a name has only characters that people see, and at most `longest` of them. */
export function isVisibleName(name: string, longest: number): boolean {
  return name.trim() !== '' && name.length <= longest && name.search(HIDDEN) < 0;
}
