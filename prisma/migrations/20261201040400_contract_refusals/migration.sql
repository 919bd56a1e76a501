-- A refused callback is one row: with an excerpt, or as the number of an hour.
ALTER TABLE callback_refusal RENAME COLUMN received_at TO first_seen_at;
ALTER INDEX callback_refusal_business_id_received_at_idx RENAME TO callback_refusal_business_id_first_seen_at_idx;
ALTER TABLE callback_refusal
  ALTER COLUMN excerpt DROP NOT NULL,
  ADD COLUMN hour timestamptz(6),
  ADD COLUMN count bigint NOT NULL DEFAULT 1,
  ADD COLUMN acknowledged bigint NOT NULL DEFAULT 0,
  ADD COLUMN last_seen_at timestamptz(6);
UPDATE callback_refusal SET last_seen_at = first_seen_at, acknowledged = (acknowledged_at IS NOT NULL)::integer;
ALTER TABLE callback_refusal ALTER COLUMN last_seen_at SET NOT NULL, DROP COLUMN acknowledged_at;
INSERT INTO callback_refusal (business_id, hour, kind, reason, count, acknowledged, first_seen_at, last_seen_at)
  SELECT business_id, hour, kind, reason, count, acknowledged, first_seen_at, last_seen_at FROM callback_refusal_count
   ORDER BY business_id, hour, kind, reason;
ALTER TABLE callback_refusal ADD CONSTRAINT callback_refusal_excerpt CHECK ((hour IS NULL) = (excerpt IS NOT NULL));
CREATE UNIQUE INDEX callback_refusal_hour ON callback_refusal (business_id, hour, kind, reason) WHERE hour IS NOT NULL;
DROP TABLE callback_refusal_count;
