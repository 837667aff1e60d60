/** A category of a chart without an axis. */
export interface NamedCategory {
  name: string;
  /** Its value, if the name is another text, such as that of a date. */
  category?: unknown;
}

/** Returns a category with its name. */
export function toNamed(category: unknown, toName: (value: unknown) => string): NamedCategory {
  const name = toName(category);
  return name === category ? { name } : { name, category };
}
