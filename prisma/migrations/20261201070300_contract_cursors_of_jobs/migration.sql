-- How far a job has got with the records of a business is one table, for notifications and for expiry.
ALTER TABLE notification_cursor RENAME TO job_cursor;
ALTER TABLE job_cursor RENAME CONSTRAINT notification_cursor_pkey TO job_cursor_pkey;
ALTER TABLE job_cursor
  ALTER COLUMN at DROP NOT NULL,
  ADD COLUMN finished_at timestamptz(6),
  ADD COLUMN expired integer NOT NULL DEFAULT 0,
  ADD COLUMN retained integer NOT NULL DEFAULT 0;
INSERT INTO job_cursor (business_id, source, started_at, at, record_id, finished_at, expired, retained)
  SELECT business_id, 'expiry-' || kind, started_at, after_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000'),
         finished_at, expired, retained
    FROM retention_pass;
DROP TABLE retention_pass;
