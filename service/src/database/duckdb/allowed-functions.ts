/**
 * The functions of DuckDB that a SELECT may use as a table. Others change the process for all of its queries, such as
 * `enable_logging`, run SQL in a text, such as `query`, or read files: the tables are views, which need no function.
 */
const ALLOWED =
  /^(range|generate_series|unnest|repeat|repeat_row|summary|json_each|json_tree|icu_calendar_names|pg_timezone_names|duckdb_\w+|pragma_(table_info|show|version|collations|database_size))$/;

/** The tree of a SELECT, as `json_serialize_sql` writes it. */
interface Tree {
  type?: unknown;
  function?: { function_name?: unknown };
}

/** A part of a plan, as `EXPLAIN (FORMAT json)` writes it. */
export interface Plan {
  children: Plan[];
  extra_info: { Function?: string; Name?: string };
}

/**
 * Returns the name of a table function in the plan of a SELECT that must not run; `null` if there is none. The plan also
 * has the functions of views and macros, which the tree of the SELECT does not show.
 */
export function findPlanned(plans: readonly Plan[], known: ReadonlySet<string>): string | null {
  for (const { extra_info: info, children } of plans) {
    const name = (info.Function ?? info.Name)?.toLowerCase();
    if (name && isForbidden(name, known)) return name;
    const found = findPlanned(children, known);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Returns the name of a table function in the tree that a SELECT must not use; `null` if there is none. `known` has
 * DuckDB's own functions: a database may have macros of its own.
 */
export function findForbidden(tree: unknown, known: ReadonlySet<string>): string | null {
  if (typeof tree !== 'object' || tree === null) return null;
  const { type, function: called } = tree as Tree;
  if (type === 'TABLE_FUNCTION') {
    const name = String(called?.function_name).toLowerCase();
    if (isForbidden(name, known)) return name;
  }
  for (const part of Object.values(tree)) {
    const found = findForbidden(part, known);
    if (found !== null) return found;
  }
  return null;
}

function isForbidden(name: string, known: ReadonlySet<string>): boolean {
  return known.has(name) && !ALLOWED.test(name);
}
