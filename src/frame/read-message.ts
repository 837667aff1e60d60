const LARGEST_MESSAGE = 32 * 1024;

/** A message of a page. Nothing in it is trusted. */
export type Message = Readonly<Record<string, unknown>>;

/** Returns the own properties of a message, as JSON has them; none if it is larger than 32 KiB or not JSON. */
export function readMessage(data: unknown): Message {
  try {
    const text = JSON.stringify(data);
    return text.length > LARGEST_MESSAGE ? {} : { __proto__: null, ...JSON.parse(text) };
  } catch {
    return {};
  }
}
