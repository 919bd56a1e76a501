-- The latest restored backup is true of the installation. Another restore ends what is left to do after it.
ALTER TABLE installation
  ADD COLUMN restored_at timestamptz(6),
  ADD COLUMN restored_until timestamptz(6),
  ADD COLUMN resumed_at timestamptz(6),
  ADD COLUMN resumed_by uuid,
  ADD COLUMN unconfirmed uuid[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT installation_restored CHECK ((restored_at IS NULL) = (restored_until IS NULL));
UPDATE installation SET (restored_at, restored_until, resumed_at, resumed_by) =
  (SELECT restored_at, data_until, resumed_at, resumed_by FROM database_restore ORDER BY restored_at DESC LIMIT 1);
UPDATE installation SET unconfirmed = ARRAY(SELECT DISTINCT unnest(r.unconfirmed) FROM database_restore r ORDER BY 1);
DROP TABLE database_restore;
