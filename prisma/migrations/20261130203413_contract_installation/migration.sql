-- What is true of the installation is one row: the version of reading, the latest run of the anchors and the latest backup.
ALTER TABLE reading_version RENAME TO installation;
ALTER TABLE installation RENAME COLUMN installation TO id;
ALTER TABLE installation RENAME COLUMN version TO reading_version;
ALTER TABLE installation RENAME COLUMN changed_at TO reading_changed_at;
ALTER TABLE installation RENAME CONSTRAINT reading_version_pkey TO installation_pkey;
ALTER TABLE installation RENAME CONSTRAINT reading_version_only_row TO installation_only_row;
ALTER TABLE installation
  ADD COLUMN anchors_checked_at timestamptz(6),
  ADD COLUMN anchors_failing_since timestamptz(6),
  ADD COLUMN anchors_failure text,
  ADD COLUMN backup_at timestamptz(6),
  ADD COLUMN backup_bytes bigint,
  ADD COLUMN backup_has_secrets boolean;

UPDATE installation SET (anchors_checked_at, anchors_failing_since, anchors_failure) =
  (SELECT checked_at, failing_since, failure FROM audit_anchor_state WHERE audit_anchor_state.id = 1);
UPDATE installation SET (backup_at, backup_bytes, backup_has_secrets) =
  (SELECT snapshot_at, bytes, has_secrets FROM backup_record ORDER BY snapshot_at DESC LIMIT 1);
DROP TABLE audit_anchor_state, backup_record;
