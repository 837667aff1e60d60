SELECT now() - query_start AS runs_for,
       substring(query FROM 'company=(\d+)') AS company,
       substring(query FROM 'dashboard=(\S+)') AS dashboard,
       substring(query FROM 'dataset=(\S+)') AS dataset
FROM pg_stat_activity
WHERE state = 'active' AND query LIKE '%/* company=%' AND pid <> pg_backend_pid()
ORDER BY query_start;
