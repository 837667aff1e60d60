/** The largest message, in characters of JSON. */
const LARGEST_MESSAGE = 32 * 1024;
/** The most values of a message. One that is reached twice counts twice: forty arrays can hold 2^40 values. */
const MOST_VALUES = 1000;

/** A message of a page. Nothing in it is trusted. */
export type Message = Readonly<Record<string, unknown>>;

/** Returns the own properties of a message, as JSON has them; none if it is too large or not JSON. */
export function readMessage(data: unknown): Message {
  let values = MOST_VALUES;
  let characters = LARGEST_MESSAGE;
  // Called before a value is written, so nothing large is.
  const check = (key: string, value: unknown): unknown => {
    characters -= key.length + (typeof value === 'string' ? value.length : 0);
    if (!values-- || characters < 0 || !isJson(value)) throw new RangeError();
    return value;
  };
  try {
    const text = JSON.stringify(data, check);
    return text.length > LARGEST_MESSAGE ? {} : { __proto__: null, ...JSON.parse(text) };
  } catch {
    return {};
  }
}

/** Whether JSON can write a value without looking through all of it. A typed array would list its items as names. */
function isJson(value: unknown): boolean {
  return (
    Object(value) !== value ||
    Array.isArray(value) ||
    Object.getPrototypeOf(value) === Object.prototype
  );
}
