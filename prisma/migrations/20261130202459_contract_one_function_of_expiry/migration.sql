-- One function removes what has expired, with one of each rule for all kinds: the last change, and what keeps a record.
DROP FUNCTION retention_obstacle;
CREATE FUNCTION retention_obstacle(business uuid, record_kind text, record uuid, cutoff timestamptz,
  OUT changed_at timestamptz, OUT obstacle text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  root review_case;
  family uuid[] := ARRAY[record];
BEGIN
  IF record_kind IN ('audit', 'sign-in') THEN
    SELECT 'held' INTO obstacle FROM legal_hold h
     WHERE h.kind = 'audit' AND h.lifted_at IS NULL AND (record_kind = 'sign-in' OR h.business_id = business) LIMIT 1;
    RETURN;
  ELSIF record_kind = 'case' THEN
    SELECT c.* INTO root FROM review_case c
     WHERE c.business_id = business
       AND c.case_id = (SELECT owner_id FROM review_case WHERE business_id = business AND case_id = record);
    family := ARRAY(SELECT c.case_id FROM review_case c WHERE c.business_id = business AND c.owner_id = root.case_id);
    SELECT max(at) INTO changed_at FROM (
        SELECT greatest(c.changed_at, c.decided_at, c.merged_at) AS at FROM review_case c WHERE c.business_id = business AND c.case_id = ANY(family)
        UNION ALL SELECT greatest(seen_at, ended_at) FROM review_fact WHERE business_id = business AND case_id = ANY(family)
        UNION ALL SELECT greatest(proposed_at, answered_at, reversed_at) FROM review_decision WHERE business_id = business AND case_id = ANY(family)
        UNION ALL SELECT greatest(p.proposed_at, p.answered_at)
                    FROM review_decision d JOIN proposal p ON p.business_id = d.business_id AND p.kind = 'reopening'
                     AND p.subject = d.decision_id::text
                   WHERE d.business_id = business AND d.case_id = ANY(family)
        UNION ALL SELECT n.at FROM review_note n WHERE business_id = business AND case_id = ANY(family)
        UNION ALL SELECT to_timestamp((k ->> 'at')::bigint / 1000.0) FROM review_case, jsonb_array_elements(checks) AS k
                   WHERE business_id = business AND case_id = ANY(family)
        UNION ALL SELECT f.at FROM review_file f WHERE business_id = business AND case_id = ANY(family)
        UNION ALL SELECT greatest(saved_at, filed_at) FROM review_report WHERE business_id = business AND case_id = ANY(family)
        UNION ALL SELECT saved_at FROM form_draft WHERE business_id = business AND subject = ANY(family::text[]) AND form LIKE 'case-%'
      ) AS changes;
  ELSIF record_kind = 'callback' THEN
    SELECT greatest(m.first_received_at, (SELECT max(d.at) FROM callback_decision d WHERE d.message_id = m.id)) INTO changed_at
      FROM callback_message m WHERE m.business_id = business AND m.id = record AND m.expired_at IS NULL;
  ELSIF record_kind = 'payment' THEN
    SELECT greatest(p.changed_at,
        (SELECT max(greatest(d.changed_at, r.changed_at)) FROM deposit d
           LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
          WHERE d.business_id = business AND d.payment_id = record),
        (SELECT max(m.first_received_at) FROM callback_message m WHERE m.business_id = business AND m.payment_id = record),
        (SELECT max(a.first_started_at) FROM service_answer a WHERE a.business_id = business AND a.payment_id = record),
        (SELECT e.changed_at FROM payment_exception e
          WHERE e.business_id = business AND e.kind = 'payment' AND e.subject_id = record),
        (SELECT max(greatest(n.written_at, l.added_at))
           FROM (SELECT 'payment' AS kind, record AS id
                 UNION ALL SELECT 'deposit', d.deposit_id FROM deposit d WHERE d.business_id = business AND d.payment_id = record) AS part
           LEFT JOIN record_note n ON n.business_id = business AND n.kind = part.kind AND n.record_id = part.id
           LEFT JOIN record_label l ON l.business_id = business AND l.kind = part.kind AND l.record_id = part.id))
      INTO changed_at FROM payment p WHERE p.business_id = business AND p.payment_id = record;
  ELSE
    SELECT greatest(w.changed_at,
        (SELECT r.changed_at FROM withdrawal_risk r WHERE r.business_id = business AND r.withdrawal_id = record),
        (SELECT max(m.first_received_at) FROM callback_message m
          WHERE m.business_id = business AND m.subject_id = record AND m.kind = 'withdrawal'),
        (SELECT max(n.written_at) FROM record_note n
          WHERE n.business_id = business AND n.kind = 'withdrawal' AND n.record_id = record),
        (SELECT max(l.added_at) FROM record_label l
          WHERE l.business_id = business AND l.kind = 'withdrawal' AND l.record_id = record))
      INTO changed_at FROM withdrawal w WHERE w.business_id = business AND w.withdrawal_id = record;
  END IF;
  obstacle := CASE
    WHEN changed_at IS NULL THEN 'missing'
    WHEN record_kind = 'case' AND root.state IS DISTINCT FROM 'decided' THEN 'open'
    WHEN changed_at >= cutoff THEN 'changed'
    WHEN EXISTS (SELECT FROM legal_hold h WHERE h.business_id = business AND h.kind = record_kind AND h.lifted_at IS NULL
                    AND h.record_id = ANY (family)) THEN 'held' END;
  IF record_kind <> 'case' OR obstacle IS NOT NULL THEN RETURN; END IF;
  obstacle := CASE
    WHEN EXISTS (SELECT FROM review_case c
                   LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
                   JOIN legal_hold h ON h.business_id = c.business_id AND h.lifted_at IS NULL
                    AND h.kind = CASE c.subject_kind WHEN 'withdrawal' THEN 'withdrawal' ELSE 'payment' END
                    AND h.record_id = CASE c.subject_kind WHEN 'deposit' THEN d.payment_id ELSE c.subject_id END
                  WHERE c.business_id = business AND c.case_id = ANY (family)) THEN 'held'
    WHEN EXISTS (SELECT FROM review_decision d JOIN proposal p ON p.business_id = d.business_id AND p.kind = 'reopening'
                    AND p.subject = d.decision_id::text AND p.state = 'proposed'
                  WHERE d.business_id = business AND d.case_id = ANY (family))
      OR EXISTS (SELECT FROM review_case c JOIN review_change u ON u.business_id = c.business_id AND u.subject_id = c.subject_id
                  WHERE c.business_id = business AND c.case_id = ANY (family)) THEN 'open'
    WHEN EXISTS (SELECT FROM review_decision d WHERE d.business_id = business AND d.decision_id = root.decision_id AND d.kind = 'report')
      AND NOT EXISTS (SELECT FROM review_report r WHERE r.business_id = business AND r.case_id = root.case_id
                         AND r.filed_at IS NOT NULL) THEN 'unfiled'
    WHEN root.disagrees_at IS NOT NULL THEN 'disagreement' END;
END
$$;

CREATE OR REPLACE FUNCTION guard_record_expiry() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  rule_years integer;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'the evidence of expired records refuses %', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM setting r WHERE r.kind = 'retention' AND r.subject = NEW.kind
    AND (r.business_id = NEW.business_id OR NEW.kind = 'sign-in')
    ORDER BY r.business_id FOR SHARE;
  rule_years := retention_years(NEW.business_id, NEW.kind);
  IF rule_years IS NULL OR NEW.years <> rule_years
     OR (retention_obstacle(NEW.business_id, NEW.kind, NEW.record_id, now() - make_interval(years => rule_years))).obstacle IS NOT NULL THEN
    RAISE EXCEPTION 'this record does not expire' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.expired_at := now();
  NEW.transaction := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION expire_record(business uuid, record_kind text, record uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
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
    DELETE FROM review_presence WHERE business_id = business AND case_id = ANY (family);
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

DROP FUNCTION expire_case, expire_callback, case_retention_obstacle, last_change_of_cases, last_change_of_record, review_case_family;
