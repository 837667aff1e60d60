CREATE USER dashboards IDENTIFIED BY 'a-long-password';
GRANT SELECT ON shop.* TO dashboards;
