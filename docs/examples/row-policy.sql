-- Each tenant sees the own rows. Without a tenant, the condition is NULL or false, and nobody sees a row.
ALTER TABLE sold ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON sold FOR SELECT
  USING (tenant = nullif(current_setting('dashboard.tenant', true), ''));
