/** The roles of the back office. Each one may do everything that those before it may do. */
export const ROLES = ['reader', 'author', 'publisher', 'administrator'] as const;

/**
 * A role of a person: `reader` sees dashboards and statistics, `author` writes drafts, `publisher` publishes, shares and
 * deletes, `administrator` manages companies, keys, connections and people.
 */
export type Role = (typeof ROLES)[number];
