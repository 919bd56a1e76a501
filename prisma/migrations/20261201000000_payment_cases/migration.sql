-- People open cases on payments, also on those without a deposit. The new values are more than the old ones, so no
-- row has to be checked.
ALTER TABLE review_case DROP CONSTRAINT review_case_subject_kind;
ALTER TABLE review_case
  ADD CONSTRAINT review_case_subject_kind CHECK (subject_kind IN ('deposit', 'withdrawal', 'payment')) NOT VALID;

-- The checklist items that a decision needs, as in lib/reviews/model.ts.
CREATE OR REPLACE FUNCTION review_required_steps(subject_kind text, decision text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE decision
    WHEN 'clear' THEN CASE
      WHEN subject_kind IN ('deposit', 'payment') THEN ARRAY['identity', 'source', 'sanctions']
      ELSE ARRAY['identity', 'source', 'sanctions', 'purpose'] END
    WHEN 'keep-blocked' THEN ARRAY['source']
    WHEN 'recommend-refund' THEN ARRAY['source', 'sanctions']
    ELSE ARRAY['source', 'sanctions', 'evidence'] END
$$;

-- The decision stores the status of a payment too. The EUR value of a payment is never known, so two people decide.
CREATE OR REPLACE FUNCTION judge_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  eur numeric;
  threshold numeric;
BEGIN
  SELECT CASE WHEN bool_and(review_deposit_eur(d) IS NOT NULL) THEN sum(review_deposit_eur(d)) END,
         jsonb_agg(jsonb_build_object('case', c.number, 'kind', c.subject_kind, 'id', c.subject_id,
           'status', coalesce(d.status, w.status, p.status), 'refundStatus', d.refund_status,
           'eur', trim_scale(review_deposit_eur(d))::text, 'eurSource', review_deposit_eur_source(d))
           ORDER BY c.case_id <> NEW.case_id, c.number)
    INTO eur, NEW.subjects
    FROM review_case c
    LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
    LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
      AND w.business_id = c.business_id AND w.withdrawal_id = c.subject_id
    LEFT JOIN payment p ON c.subject_kind = 'payment' AND p.business_id = c.business_id AND p.payment_id = c.subject_id
   WHERE c.business_id = NEW.business_id AND (c.case_id = NEW.case_id OR c.merged_into = NEW.case_id);
  SELECT second_from_eur INTO threshold FROM review_setting WHERE business_id = NEW.business_id;
  NEW.needs_second := NEW.kind = 'report' OR eur IS NULL OR eur >= coalesce(threshold, 1000);
  IF NEW.state NOT IN ('proposed', 'final') OR NEW.answered_by IS NOT NULL THEN
    RAISE EXCEPTION 'a decision begins as a proposal' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

-- The decision about a payment is compared with the service whenever the status of the payment changes.
CREATE FUNCTION mark_payment_of_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT business_id, subject_kind, subject_id FROM review_case
     WHERE business_id = NEW.business_id AND subject_kind = 'payment' AND subject_id = NEW.payment_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_is_watched AFTER UPDATE ON payment FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION mark_payment_of_case();

-- Returns why a record doesn't expire, or null. Checks what is cheap and common first. The last check reads the conflicts
-- of the business, because a payment that claimed a deposit of another one is part of that one's history.
CREATE OR REPLACE FUNCTION retention_obstacle(business uuid, record_kind text, record uuid, cutoff timestamptz) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  changed timestamptz := last_change_of_record(business, record_kind, record);
BEGIN
  IF changed IS NULL THEN RETURN 'missing'; END IF;
  IF changed >= cutoff THEN RETURN 'changed'; END IF;
  IF EXISTS (SELECT FROM legal_hold h WHERE h.business_id = business AND h.kind = record_kind
                AND h.record_id = record AND h.lifted_at IS NULL) THEN
    RETURN 'held';
  END IF;
  IF record_kind = 'withdrawal' THEN
    IF EXISTS (SELECT FROM review_case c WHERE c.business_id = business AND c.subject_kind = 'withdrawal' AND c.subject_id = record)
       OR EXISTS (SELECT FROM review_due u WHERE u.business_id = business AND u.subject_id = record) THEN
      RETURN 'case';
    END IF;
    IF EXISTS (SELECT FROM withdrawal w WHERE w.business_id = business AND w.withdrawal_id = record AND w.conflicts <> '[]'::jsonb) THEN
      RETURN 'conflict';
    END IF;
    IF EXISTS (SELECT FROM callback_message m WHERE m.business_id = business AND m.subject_id = record
                  AND m.kind = 'withdrawal' AND m.verdict = 'quarantined') THEN
      RETURN 'quarantined';
    END IF;
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM deposit d WHERE d.business_id = business AND d.payment_id = record
                AND (EXISTS (SELECT FROM review_case c WHERE c.business_id = business
                                AND c.subject_kind = 'deposit' AND c.subject_id = d.deposit_id)
                     OR EXISTS (SELECT FROM review_due u WHERE u.business_id = business AND u.subject_id = d.deposit_id)))
     OR EXISTS (SELECT FROM review_case c WHERE c.business_id = business AND c.subject_kind = 'payment' AND c.subject_id = record)
     OR EXISTS (SELECT FROM review_due u WHERE u.business_id = business AND u.subject_id = record) THEN
    RETURN 'case';
  END IF;
  IF EXISTS (SELECT FROM payment p WHERE p.business_id = business AND p.payment_id = record AND p.next_read_at IS NOT NULL) THEN
    RETURN 'read';
  END IF;
  IF EXISTS (SELECT FROM payment_exception e WHERE e.business_id = business AND e.kind = 'payment' AND e.subject_id = record
                AND e.owner_id IS NOT NULL AND e.resolved_at IS NULL) THEN
    RETURN 'exception';
  END IF;
  IF EXISTS (SELECT FROM callback_message m WHERE m.business_id = business AND m.payment_id = record AND m.verdict = 'quarantined') THEN
    RETURN 'quarantined';
  END IF;
  IF EXISTS (SELECT FROM payment p WHERE p.business_id = business AND p.payment_id = record AND p.conflicts <> '[]'::jsonb)
     OR EXISTS (SELECT FROM deposit d WHERE d.business_id = business AND d.payment_id = record
                   AND (d.conflicts <> '[]'::jsonb
                        OR EXISTS (SELECT FROM callback_message m WHERE m.business_id = business
                                      AND m.subject_id = d.deposit_id AND m.payment_id IS DISTINCT FROM record)))
     OR EXISTS (SELECT FROM callback_message m JOIN deposit d ON d.business_id = m.business_id AND d.deposit_id = m.subject_id
                 WHERE m.business_id = business AND m.payment_id = record AND d.payment_id <> record)
     OR EXISTS (SELECT FROM deposit d WHERE d.business_id = business AND d.conflicts <> '[]'::jsonb
                   AND strpos(d.conflicts::text, record::text) > 0) THEN
    RETURN 'conflict';
  END IF;
  RETURN NULL;
END
$$;

-- An older program can't read the case of a payment. Before the first one it can.
CREATE FUNCTION require_payment_cases() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261201000000_payment_cases', '20261201000000_payment_cases') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER review_case_is_about_payment AFTER INSERT ON review_case FOR EACH ROW
  WHEN (NEW.subject_kind = 'payment') EXECUTE FUNCTION require_payment_cases();
