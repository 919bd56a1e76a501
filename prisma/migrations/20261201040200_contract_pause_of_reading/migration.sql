-- A pause of reading is true of the installation.
ALTER TABLE installation
  ADD COLUMN reads_paused_since timestamptz(6),
  ADD COLUMN reads_paused_until timestamptz(6),
  ADD COLUMN reads_probed_until timestamptz(6),
  ADD COLUMN read_failures integer,
  ADD COLUMN reads_failed_at timestamptz(6),
  ADD COLUMN reads_failure text;
UPDATE installation SET (reads_paused_since, reads_paused_until, reads_probed_until, read_failures, reads_failed_at, reads_failure) =
  (SELECT since, until, probing_until, failures, failed_at, reason FROM reading_pause);
ALTER TABLE installation ADD CONSTRAINT installation_reads CHECK (
  num_nulls(reads_paused_since, reads_paused_until, read_failures, reads_failed_at, reads_failure) IN (0, 5)
  AND (reads_paused_since IS NOT NULL OR reads_probed_until IS NULL));
DROP TABLE reading_pause;
