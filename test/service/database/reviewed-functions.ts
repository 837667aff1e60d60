/** Reads the functions that a reader may call, and that do more than compute a value from their arguments. */
export const CALLABLE = `SELECT DISTINCT proname AS name FROM pg_proc
  WHERE has_function_privilege(oid, 'EXECUTE') AND (provolatile = 'v' OR prosecdef
      -- These read whole tables, and count as stable.
      OR proname ~ '_to_xml|^dblink')
    -- SQL cannot call these.
    AND NOT 'internal'::regtype = ANY (proargtypes)
    AND prorettype <> ALL ('{trigger, event_trigger, language_handler}'::regtype[])
  ORDER BY name`;

/** Why a reader may call functions, by patterns of their names. */
const REVIEWED: Readonly<Record<string, string>> = {
  'random(_normal)?|setseed|gen_random_uuid|uuidv[47]|array_(sample|shuffle)': 'Random values.',
  'clock_timestamp|timeofday': 'The time.',
  'pg_sleep(_for|_until)?': 'The time limit of the query ends it.',
  'nextval|setval': 'Refused in a read-only transaction.',
  'currval|lastval|current_query|pg_stat_(clear_snapshot|force_next_flush)':
    'The own session, whose transaction is rolled back.',
  pg_notify: 'Sent when a transaction is committed: a read is rolled back.',
  'binary_upgrade_\\w+': 'Refused unless a server is being upgraded.',
  'brin_(de)?summarize_\\w+|gin_clean_pending_list': 'Refused to all but the owner of an index.',
  'pg_(clear|restore)_\\w+_stats|pg_extension_config_dump':
    'Refused to all but the owner of a table, and outside of CREATE EXTENSION.',
  'pg_nextoid|pg_read_file_old|pg_rotate_logfile_old|pg_stop_making_pinned_objects|pg_import_system_collations':
    'Refused to all but superusers.',
  'pg_\\w*replication_slots?(_advance)?|pg_logical_slot_\\w+':
    'Refused without the attribute REPLICATION.',
  'pg_\\w+_size|pg_partition_\\w+|pg_sequence_last_value|pg_get_sequence_data|currtid2':
    'Sizes and parts of tables, which the catalog also shows.',
  'amvalidate|plpgsql_validator|pg_collation_actual_version|pg_database_collation_actual_version':
    'Checks of the catalog.',
  'pg_control_\\w+|pg_(current|last)_wal_\\w+|pg_last_(committed_xact|xact_replay_timestamp)|pg_is_\\w+|pg_get_wal_\\w+|pg_wal_summary_contents|pg_available_wal_summaries':
    'The state of the server, without any data.',
  'pg_xact_\\w+|txid_status|pg_get_multixact_members|pg_prepared_xact':
    'The state of transactions, without any data.',
  'pg_lock_status|pg_(safe_snapshot_)?blocking_pids|pg_isolation_test_session_is_blocked|pg_notification_queue_usage':
    'The state of locks, without any data.',
  'pg_stat_get_(?!(backend_)?activity$)\\w+|pg_get_wait_events|pg_get_loaded_modules|pg_jit_available':
    'Statistics, without any data.',
};

/** More functions of a server, whose tools need them. */
export const REVIEWED_ON_SERVERS: Readonly<Record<string, string>> = {
  'pg_(try_)?advisory_\\w+':
    'Each query is followed by their release. The service itself, migrations and tools take them.',
};

/** The function that `make-data-login` takes away only if its operator says so. */
export const REVIEWED_SET_CONFIG: Readonly<Record<string, string>> = {
  set_config: 'Changes settings until the rollback. The role is that of the login, and the border.',
};

/** Returns those of some functions that nobody has reviewed. */
export function findUnreviewed(
  names: readonly string[],
  ...more: Readonly<Record<string, string>>[]
): string[] {
  const patterns = [REVIEWED, ...more].flatMap((reviewed) => Object.keys(reviewed));
  const all = new RegExp(`^(${patterns.join('|')})$`);
  return names.filter((name) => !all.test(name));
}
