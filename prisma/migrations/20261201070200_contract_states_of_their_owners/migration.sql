-- Which cases a person has open, and whose payments could not be read, are states of a minute and of two hours. The next reports
-- store them again.
ALTER TABLE membership ADD COLUMN open_cases jsonb NOT NULL DEFAULT '{}';
DROP TABLE review_presence;
ALTER TABLE installation ADD COLUMN read_doubts jsonb NOT NULL DEFAULT '{}';
DROP TABLE reading_doubt;

CREATE OR REPLACE FUNCTION expire_record(business uuid, record_kind text, record uuid) RETURNS text
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
  rule_years integer;
  changed timestamptz;
  obstacle text;
  owner uuid := (SELECT owner_id FROM review_case WHERE record_kind = 'case' AND business_id = business AND case_id = record);
  family uuid[] := ARRAY(SELECT c.case_id FROM review_case c WHERE c.business_id = business AND c.owner_id = owner ORDER BY 1);
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
  ELSIF record_kind = 'withdrawal' THEN
    PERFORM FROM withdrawal WHERE business_id = business AND withdrawal_id = record FOR UPDATE;
  ELSIF record_kind = 'callback' THEN
    PERFORM FROM callback_message WHERE business_id = business AND id = record FOR UPDATE;
  ELSIF record_kind = 'case' THEN
    -- A hold on a record of the case waits for these locks, or is seen.
    PERFORM FROM payment p
      WHERE p.business_id = business AND p.payment_id IN (
        SELECT coalesce(d.payment_id, c.subject_id) FROM review_case c
          LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
         WHERE c.business_id = business AND c.case_id = ANY (family) AND c.subject_kind <> 'withdrawal')
      ORDER BY p.payment_id FOR NO KEY UPDATE;
    PERFORM FROM withdrawal w
      WHERE w.business_id = business AND w.withdrawal_id IN (
        SELECT c.subject_id FROM review_case c
         WHERE c.business_id = business AND c.case_id = ANY (family) AND c.subject_kind = 'withdrawal')
      ORDER BY w.withdrawal_id FOR NO KEY UPDATE;
    PERFORM FROM review_case c WHERE c.business_id = business AND c.case_id = ANY (family) ORDER BY c.case_id FOR UPDATE;
    IF family <> ARRAY(SELECT c.case_id FROM review_case c WHERE c.business_id = business AND c.owner_id = (
                         SELECT owner_id FROM review_case WHERE business_id = business AND case_id = record) ORDER BY 1) THEN
      RETURN 'changed';
    END IF;
  ELSE
    RETURN 'kept';
  END IF;
  SELECT r.* INTO changed, obstacle
    FROM retention_obstacle(business, record_kind, record, now() - make_interval(years => rule_years)) AS r;
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  IF record_kind = 'case' THEN
    INSERT INTO record_expiry (business_id, kind, record_id, number, expired_at, last_changed_at, years, deposits, messages, answers,
                               bytes, transaction, parts)
      SELECT business, 'case', c.case_id, c.number, now(), changed, rule_years, 0, 0,
             (SELECT coalesce(jsonb_agg(jsonb_build_object('source', 'file', 'sha256', encode(f.sha256, 'hex'), 'size', length(f.body))
                                        ORDER BY f.at, f.file_id), '[]')
                FROM review_file f WHERE f.business_id = business AND f.case_id = c.case_id),
             (SELECT coalesce(sum(length(f.body)), 0) FROM review_file f WHERE f.business_id = business AND f.case_id = c.case_id),
             0,
             jsonb_build_object('subject', c.subject_kind, 'subjectId', c.subject_id,
               'facts', (SELECT count(*) FROM review_fact p WHERE p.business_id = business AND p.case_id = c.case_id),
               'decisions', (SELECT count(*) FROM review_decision p WHERE p.business_id = business AND p.case_id = c.case_id),
               'byTwoPeople', (SELECT count(*) FROM review_decision p WHERE p.business_id = business AND p.case_id = c.case_id
                                  AND p.state = 'final' AND p.answered_by <> p.proposed_by),
               'notes', (SELECT count(*) FROM review_note p WHERE p.business_id = business AND p.case_id = c.case_id),
               'files', (SELECT count(*) FROM review_file p WHERE p.business_id = business AND p.case_id = c.case_id),
               'reports', (SELECT count(*) FROM review_report p WHERE p.business_id = business AND p.case_id = c.case_id))
        FROM review_case c WHERE c.business_id = business AND c.case_id = ANY (family);
    DELETE FROM form_draft WHERE business_id = business AND subject = ANY (family::text[]) AND form LIKE 'case-%';
    UPDATE membership SET open_cases = open_cases - family::text[] WHERE business_id = business AND open_cases ?| family::text[];
    DELETE FROM review_report WHERE business_id = business AND case_id = ANY (family);
    DELETE FROM review_file WHERE business_id = business AND case_id = ANY (family);
    DELETE FROM review_note WHERE business_id = business AND case_id = ANY (family);
    DELETE FROM proposal p USING review_decision d
      WHERE d.business_id = business AND d.case_id = ANY (family)
        AND p.business_id = business AND p.kind = 'reopening' AND p.subject = d.decision_id::text;
    DELETE FROM review_decision WHERE business_id = business AND case_id = ANY (family);
    DELETE FROM review_fact WHERE business_id = business AND case_id = ANY (family);
    DELETE FROM review_case WHERE business_id = business AND case_id = ANY (family) AND merged_into IS NOT NULL;
    DELETE FROM review_case WHERE business_id = business AND case_id = ANY (family);
    RETURN NULL;
  END IF;
  IF record_kind = 'payment' THEN
    deposits := ARRAY(SELECT d.deposit_id FROM deposit d WHERE d.business_id = business AND d.payment_id = record);
    SELECT coalesce(jsonb_agg(jsonb_build_object('source', a.source, 'sha256', encode(a.sha256, 'hex'), 'size', length(a.body))
                              ORDER BY a.first_started_at, a.id), '[]'), coalesce(sum(length(a.body)), 0)
      INTO removed_answers, answer_bytes
      FROM service_answer a WHERE a.business_id = business AND a.payment_id = record;
    messages := ARRAY(SELECT m.id FROM callback_message m
                       WHERE m.business_id = business AND m.payment_id = record AND m.kind <> 'withdrawal' AND m.expired_at IS NULL);
  ELSIF record_kind = 'withdrawal' THEN
    messages := ARRAY(SELECT m.id FROM callback_message m
                       WHERE m.business_id = business AND m.subject_id = record AND m.kind = 'withdrawal' AND m.expired_at IS NULL);
  ELSE
    messages := ARRAY[record];
  END IF;
  SELECT coalesce(sum(length(m.body)), 0) INTO message_bytes FROM callback_message m WHERE m.id = ANY (messages);
  INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction)
    VALUES (business, record_kind, record, now(), changed, rule_years,
            cardinality(deposits), cardinality(messages), removed_answers, message_bytes + answer_bytes, 0);
  UPDATE callback_message
     SET body = '', expired_at = now(), expired_size = length(body), verdict = 'expired', reasons = '[]', accepted = '[]'
   WHERE id = ANY (messages);
  IF record_kind = 'callback' THEN RETURN NULL; END IF;
  IF record_kind = 'payment' THEN
    WITH removed AS (DELETE FROM service_answer WHERE business_id = business AND payment_id = record RETURNING id)
    INSERT INTO received_total AS total (business_id, source, rows, checksum)
      SELECT business, 'service_answer', -count(*), -sum(('x' || right(id::text, 12))::bit(48)::bigint) FROM removed
       HAVING count(*) > 0
    ON CONFLICT (business_id, source) DO UPDATE SET
      rows = total.rows + EXCLUDED.rows, checksum = total.checksum + EXCLUDED.checksum;
    DELETE FROM deposit_risk WHERE business_id = business AND deposit_id = ANY (deposits);
    DELETE FROM record_label WHERE business_id = business AND kind = 'deposit' AND record_id = ANY (deposits);
    DELETE FROM record_note WHERE business_id = business AND kind = 'deposit' AND record_id = ANY (deposits);
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
