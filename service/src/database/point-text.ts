/** The size of a point in well-known binary: its byte order, its type and two floats. */
const POINT_BYTES = 21;
const POINT_TYPE = 1;
const POINT = /^\((?<x>[^,()]+),(?<y>[^,()]+)\)/;

/** Returns a point in well-known binary as PostgreSQL writes it: `(1,2)`; `null` for any other shape. */
export function toPointText(wkb: Uint8Array): string | null {
  if (wkb.length !== POINT_BYTES) return null;
  const view = new DataView(wkb.buffer, wkb.byteOffset);
  const isLittleEndian = view.getUint8(0) === 1;
  if (view.getUint32(1, isLittleEndian) !== POINT_TYPE) return null;
  return `(${view.getFloat64(5, isLittleEndian)},${view.getFloat64(13, isLittleEndian)})`;
}

/** Returns a text of {@link toPointText} as well-known text: `POINT(1 2)`. Returns `null` for any other text. */
export function toWellKnown(text: string): string | null {
  const { x, y } = POINT.exec(text)?.groups ?? {};
  return x === undefined ? null : `POINT(${x} ${y})`;
}
