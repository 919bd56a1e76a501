-- The store that writes received rows counts them in the same statement. A count only adds, so that the role of the product can
-- raise counts, which `npm run audit:verify` reports, and never lower one. What expires is subtracted from the totals at once.
LOCK TABLE callback_message, callback_delivery, service_answer IN SHARE ROW EXCLUSIVE MODE;

DROP TRIGGER IF EXISTS callback_message_is_counted ON callback_message;
DROP TRIGGER IF EXISTS callback_delivery_is_counted ON callback_delivery;
DROP TRIGGER IF EXISTS service_answer_is_counted ON service_answer;
DROP TRIGGER IF EXISTS service_answer_expiry_is_counted ON service_answer;
DROP FUNCTION IF EXISTS count_received();

SELECT add_up_received_rows(2147483647);
ALTER TABLE received_delta ADD CONSTRAINT received_delta_rows CHECK (rows > 0);

-- Expires one record: adds the evidence, removes the contents and the rows. Returns why it doesn't, or null. The caller
-- holds the locks under which callbacks change the record. Runs as the owner of the tables, and decides by the approved
-- rule alone.
CREATE OR REPLACE FUNCTION expire_record(business uuid, record_kind text, record uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule_years integer;
  obstacle text;
  deposits uuid[] := '{}';
  messages uuid[];
  message_bytes bigint;
  removed_answers jsonb := '[]';
  answer_bytes bigint := 0;
BEGIN
  SELECT (r.value #>> '{}')::integer INTO rule_years FROM setting r
   WHERE r.business_id = business AND r.kind = 'retention' AND r.subject = record_kind FOR SHARE;
  IF rule_years IS NULL THEN RETURN 'kept'; END IF;
  IF record_kind = 'payment' THEN
    PERFORM FROM payment WHERE business_id = business AND payment_id = record FOR UPDATE;
  ELSE
    PERFORM FROM withdrawal WHERE business_id = business AND withdrawal_id = record FOR UPDATE;
  END IF;
  obstacle := retention_obstacle(business, record_kind, record, now() - make_interval(years => rule_years));
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  IF record_kind = 'payment' THEN
    deposits := ARRAY(SELECT d.deposit_id FROM deposit d WHERE d.business_id = business AND d.payment_id = record);
    SELECT coalesce(jsonb_agg(jsonb_build_object('source', a.source, 'sha256', encode(a.sha256, 'hex'), 'size', length(a.body))
                              ORDER BY a.first_started_at, a.id), '[]'), coalesce(sum(length(a.body)), 0)
      INTO removed_answers, answer_bytes
      FROM service_answer a WHERE a.business_id = business AND a.payment_id = record;
  END IF;
  IF record_kind = 'payment' THEN
    SELECT coalesce(array_agg(m.id ORDER BY m.first_received_at, m.id), '{}'), coalesce(sum(length(m.body)), 0)
      INTO messages, message_bytes FROM callback_message m
     WHERE m.business_id = business AND m.payment_id = record AND m.kind <> 'withdrawal' AND m.expired_at IS NULL;
  ELSE
    SELECT coalesce(array_agg(m.id ORDER BY m.first_received_at, m.id), '{}'), coalesce(sum(length(m.body)), 0)
      INTO messages, message_bytes FROM callback_message m
     WHERE m.business_id = business AND m.subject_id = record AND m.kind = 'withdrawal' AND m.expired_at IS NULL;
  END IF;
  INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction)
    VALUES (business, record_kind, record, now(), last_change_of_record(business, record_kind, record), rule_years,
            cardinality(deposits), cardinality(messages), removed_answers, message_bytes + answer_bytes, 0);
  UPDATE callback_message
     SET body = '', expired_at = now(), expired_size = length(body), verdict = 'expired', reasons = '[]', accepted = '[]'
   WHERE id = ANY(messages);
  IF record_kind = 'payment' THEN
    WITH removed AS (DELETE FROM service_answer WHERE business_id = business AND payment_id = record RETURNING id)
    INSERT INTO received_total AS total (business_id, source, rows, checksum)
      SELECT business, 'service_answer', -count(*), -sum(('x' || right(id::text, 12))::bit(48)::bigint) FROM removed
       HAVING count(*) > 0
    ON CONFLICT (business_id, source) DO UPDATE SET
      rows = total.rows + EXCLUDED.rows, checksum = total.checksum + EXCLUDED.checksum;
    DELETE FROM deposit_risk WHERE business_id = business AND deposit_id = ANY(deposits);
    DELETE FROM record_label WHERE business_id = business AND kind = 'deposit' AND record_id = ANY(deposits);
    DELETE FROM record_note WHERE business_id = business AND kind = 'deposit' AND record_id = ANY(deposits);
    DELETE FROM deposit WHERE business_id = business AND payment_id = record;
    DELETE FROM payment_exception WHERE business_id = business AND kind = 'payment' AND subject_id = record;
    UPDATE payment_intent SET note = NULL, label_ids = '{}' WHERE business_id = business AND payment_id = record;
    DELETE FROM payment WHERE business_id = business AND payment_id = record;
  ELSE
    DELETE FROM withdrawal_risk WHERE business_id = business AND withdrawal_id = record;
    DELETE FROM withdrawal WHERE business_id = business AND withdrawal_id = record;
  END IF;
  DELETE FROM record_label WHERE business_id = business AND kind = record_kind AND record_id = record;
  DELETE FROM record_note WHERE business_id = business AND kind = record_kind AND record_id = record;
  RETURN NULL;
END
$$;

DROP FUNCTION IF EXISTS remove_annotations(uuid, text, uuid[]);
