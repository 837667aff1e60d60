/** Characters that XML forbids, even escaped. */
// oxlint-disable-next-line no-control-regex -- the expression removes them
const NOT_XML = /[\0-\u{8}\v\f\u{e}-\u{1f}\ufffe\uffff]/gu;

/** Returns a document without characters that XML forbids, and without half characters, which UTF-8 cannot have. */
export function toXmlText(text: string): string {
  return text.toWellFormed().replaceAll(NOT_XML, '');
}
