-- The names of risk entities are removed with their record, like the owners of addresses.
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
  SELECT r.years INTO rule_years FROM retention_rule r WHERE r.business_id = business AND r.kind = record_kind FOR SHARE;
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
    DELETE FROM service_answer WHERE business_id = business AND payment_id = record;
    DELETE FROM review_owner WHERE business_id = business AND subject_kind = 'deposit' AND subject_id = ANY(deposits);
    DELETE FROM review_entity WHERE business_id = business AND subject_kind = 'deposit' AND subject_id = ANY(deposits);
    DELETE FROM deposit_risk WHERE business_id = business AND deposit_id = ANY(deposits);
    PERFORM remove_annotations(business, 'deposit', deposits);
    DELETE FROM deposit WHERE business_id = business AND payment_id = record;
    DELETE FROM payment_exception WHERE business_id = business AND kind = 'payment' AND subject_id = record;
    PERFORM remove_annotations(business, 'payment', ARRAY[record]);
    UPDATE payment_creation_detail SET note = NULL, label_ids = '{}' WHERE business_id = business AND payment_id = record;
    DELETE FROM payment WHERE business_id = business AND payment_id = record;
  ELSE
    DELETE FROM review_owner WHERE business_id = business AND subject_kind = 'withdrawal' AND subject_id = record;
    DELETE FROM review_entity WHERE business_id = business AND subject_kind = 'withdrawal' AND subject_id = record;
    DELETE FROM withdrawal_risk WHERE business_id = business AND withdrawal_id = record;
    PERFORM remove_annotations(business, 'withdrawal', ARRAY[record]);
    DELETE FROM withdrawal WHERE business_id = business AND withdrawal_id = record;
  END IF;
  -- An older program can't read an expired callback. Before the first expiry it can.
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261130030000_retention', '20261130030000_retention') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
