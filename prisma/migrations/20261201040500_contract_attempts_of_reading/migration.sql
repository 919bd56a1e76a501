-- The latest attempts to read from the service belong to the business, as the checks of the connection do.
ALTER TABLE business ADD COLUMN reads jsonb NOT NULL DEFAULT '{}';
UPDATE business b SET reads = s.reads FROM (
  SELECT business_id, jsonb_object_agg(kind, jsonb_strip_nulls(jsonb_build_object(
           'at', floor(extract(epoch FROM last_attempt_at) * 1000)::bigint,
           'successAt', floor(extract(epoch FROM last_success_at) * 1000)::bigint,
           'failingSince', floor(extract(epoch FROM failing_since) * 1000)::bigint,
           'code', error_code, 'message', error_message))) AS reads
    FROM service_reading_state GROUP BY business_id) AS s WHERE s.business_id = b.id;
ALTER TABLE business ADD CONSTRAINT business_reads CHECK (jsonb_typeof(reads) = 'object');
DROP TABLE service_reading_state;
