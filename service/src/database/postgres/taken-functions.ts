import { toIdentifier, toLiteral } from './quoting.ts';

/** Functions that show the SQL of queries that run under the same login: those of other companies. */
const WATCHING = String.raw`pg_stat_get_(backend_)?activity`;

/**
 * The names of functions that no author needs, as patterns: they write, end or show the queries of others, or run a text as
 * SQL. A read-only transaction does not stop them, and PostgreSQL lets everybody call them.
 */
const TAKEN = [
  WATCHING,
  'pg_logical_emit_message',
  'pg_export_snapshot',
  String.raw`lo_\w+|loread|lowrite`,
  'pg_(cancel|terminate)_backend',
  String.raw`(query|cursor|table|schema|database)_to_xml\w*`,
  'ts_stat|ts_rewrite',
];

/** The way out of a role. On a server, tools call it, too: only its operator decides. */
export const SET_CONFIG = 'set_config';

/** Locks that outlive the query. On PGlite, nothing releases them, and there is room for some thousands. */
const LOCKS = String.raw`pg_(try_)?advisory_\w+`;

/** The functions that a call takes away. */
export interface Revocation {
  /** Patterns of further names. */
  more?: readonly string[];
  /** A login that keeps the functions. */
  except?: string;
}

/**
 * Returns a statement that takes functions away from all logins of a database. Monitors, which have `pg_read_all_stats`,
 * keep those that show queries. The statement changes nothing where that has been done. It warns if the login that runs it does not own them, as on a rented server without a superuser.
 */
export function toRevocation({ more = [], except }: Revocation = {}): string {
  const names = toLiteral(`^(${[...TAKEN, ...more].join('|')})$`);
  const grant = except ? ` GRANT EXECUTE ON ROUTINE %1$s TO ${toIdentifier(except)};` : '';
  const format = toLiteral(`REVOKE EXECUTE ON ROUTINE %1$s FROM PUBLIC;${grant}`);
  const watching = toLiteral('GRANT EXECUTE ON ROUTINE %s TO pg_read_all_stats');
  return `DO $do$
DECLARE
  each record;
  kept int := 0;
BEGIN
  FOR each IN SELECT oid::regprocedure AS name, pg_has_role(proowner, 'USAGE') AS is_owned,
      proname ~ '^${WATCHING}$' AS is_watching FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ ${names}
      AND has_function_privilege('public', oid, 'EXECUTE')
  LOOP
    IF each.is_owned THEN
      EXECUTE format(${format}, each.name);
      IF each.is_watching THEN EXECUTE format(${watching}, each.name); END IF;
    ELSE kept := kept + 1;
    END IF;
  END LOOP;
  IF kept > 0 THEN
    RAISE WARNING 'Authors keep % functions that only a superuser can take away.', kept;
  END IF;
END $do$;`;
}

/** Takes functions away on PGlite, where a SELECT that leaves its role is a superuser. */
export const PGLITE_REVOCATION = toRevocation({ more: [SET_CONFIG, LOCKS] });
