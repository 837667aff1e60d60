CREATE ROLE dashboards LOGIN PASSWORD 'a-long-password';
GRANT SELECT ON ALL TABLES IN SCHEMA public TO dashboards;
