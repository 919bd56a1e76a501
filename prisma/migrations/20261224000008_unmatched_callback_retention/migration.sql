-- Callbacks that belong to no record get a retention time: quarantined and rejected ones, and those that are only stored.
SET LOCAL lock_timeout = '5s';

ALTER TABLE retention_rule DROP CONSTRAINT retention_rule_kind;
ALTER TABLE retention_change DROP CONSTRAINT retention_change_kind;
ALTER TABLE retention_pass DROP CONSTRAINT retention_pass_kind;
ALTER TABLE legal_hold DROP CONSTRAINT legal_hold_kind;
ALTER TABLE record_expiry DROP CONSTRAINT record_expiry_kind;
ALTER TABLE retention_rule ADD CONSTRAINT retention_rule_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in', 'callback'));
ALTER TABLE retention_change ADD CONSTRAINT retention_change_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in', 'callback'));
ALTER TABLE retention_pass ADD CONSTRAINT retention_pass_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in', 'callback'));
ALTER TABLE legal_hold ADD CONSTRAINT legal_hold_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'callback'));
-- The new values are more than the old ones, so no row has to be checked.
ALTER TABLE record_expiry ADD CONSTRAINT record_expiry_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in', 'callback')) NOT VALID;

-- An older program can't read this kind of rule and hold.
CREATE FUNCTION require_callback_retention() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261224000008_unmatched_callback_retention', '20261224000008_unmatched_callback_retention') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER retention_rule_of_callbacks AFTER INSERT ON retention_rule FOR EACH ROW
  WHEN (NEW.kind = 'callback') EXECUTE FUNCTION require_callback_retention();
CREATE TRIGGER legal_hold_on_callback AFTER INSERT ON legal_hold FOR EACH ROW
  WHEN (NEW.kind = 'callback') EXECUTE FUNCTION require_callback_retention();

-- Returns why a callback doesn't expire by itself, or null. One about an existing record expires with that record.
CREATE FUNCTION callback_retention_obstacle(business uuid, message uuid, cutoff timestamptz) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  m callback_message;
BEGIN
  SELECT c.* INTO m FROM callback_message c WHERE c.business_id = business AND c.id = message;
  IF m.id IS NULL OR m.verdict NOT IN ('quarantined', 'rejected', 'stored') THEN RETURN 'missing'; END IF;
  IF greatest(m.first_received_at, (SELECT max(d.at) FROM callback_decision d WHERE d.message_id = message)) >= cutoff THEN
    RETURN 'changed';
  END IF;
  IF EXISTS (SELECT FROM legal_hold h WHERE h.business_id = business AND h.kind = 'callback' AND h.record_id = message
                AND h.lifted_at IS NULL) THEN
    RETURN 'held';
  END IF;
  IF EXISTS (SELECT FROM payment p WHERE p.business_id = business AND p.payment_id = m.payment_id)
     OR EXISTS (SELECT FROM withdrawal w WHERE w.business_id = business AND w.withdrawal_id = m.subject_id)
     OR EXISTS (SELECT FROM deposit d WHERE d.business_id = business AND d.deposit_id = m.subject_id) THEN
    RETURN 'record';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION retention_obstacle(business uuid, record_kind text, record uuid, cutoff timestamptz) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  sign_ins uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF record_kind = 'case' THEN RETURN case_retention_obstacle(business, record, cutoff); END IF;
  IF record_kind = 'callback' THEN RETURN callback_retention_obstacle(business, record, cutoff); END IF;
  IF record_kind NOT IN ('audit', 'sign-in') THEN
    RETURN record_retention_obstacle(business, record_kind, record, cutoff);
  END IF;
  -- An entry is named by its number, as the last 16 digits of an ID. The ID of the chain names the whole log.
  IF record = business THEN
    RETURN (SELECT 'held' FROM legal_hold h WHERE h.kind = 'audit' AND h.lifted_at IS NULL
               AND (record_kind = 'sign-in' OR (h.business_id = business AND h.record_id = business)) LIMIT 1);
  END IF;
  RETURN nullif(coalesce(CASE record_kind
    WHEN 'audit' THEN (SELECT coalesce(audit_retention_obstacle(e, cutoff), '') FROM audit_entry e
                        WHERE e.chain_id = business AND e.sequence = audit_sequence(record))
    ELSE (SELECT coalesce(sign_in_retention_obstacle(business, e, cutoff), '') FROM audit_entry e
           WHERE e.chain_id = sign_ins AND e.sequence = audit_sequence(record)) END, 'missing'), '');
END
$$;

-- The bytes of a callback are removed only while its record expires, or itself without one. Its hash, its size and all else
-- remain.
CREATE OR REPLACE FUNCTION refuse_change_of_received_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id IS DISTINCT FROM OLD.id OR NEW.kind IS DISTINCT FROM OLD.kind OR NEW.sha256 IS DISTINCT FROM OLD.sha256
     OR NEW.business_id IS DISTINCT FROM OLD.business_id OR NEW.first_received_at IS DISTINCT FROM OLD.first_received_at THEN
    RAISE EXCEPTION 'received bytes are never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (NEW.body, NEW.expired_at, NEW.expired_size) IS DISTINCT FROM (OLD.body, OLD.expired_at, OLD.expired_size)
     OR (NEW.verdict = 'expired') <> (OLD.verdict = 'expired') THEN
    IF OLD.expired_at IS NOT NULL OR NEW.expired_at IS NULL OR NEW.verdict <> 'expired' OR NEW.body <> ''::bytea
       OR NEW.expired_size IS DISTINCT FROM length(OLD.body)
       OR NOT (is_expiring(NEW.business_id, 'callback', OLD.id)
               OR CASE NEW.kind WHEN 'withdrawal' THEN is_expiring(NEW.business_id, 'withdrawal', OLD.subject_id)
                                ELSE is_expiring(NEW.business_id, 'payment', OLD.payment_id) END) THEN
      RAISE EXCEPTION 'received bytes are never changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- Expires a callback without a record: adds the evidence and removes the content. Returns why it doesn't, or null. Decides
-- by the approved rule alone.
CREATE FUNCTION expire_callback(business uuid, message uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule_years integer;
  obstacle text;
BEGIN
  SELECT r.years INTO rule_years FROM retention_rule r WHERE r.business_id = business AND r.kind = 'callback' FOR SHARE;
  IF rule_years IS NULL THEN RETURN 'kept'; END IF;
  PERFORM FROM callback_message m WHERE m.business_id = business AND m.id = message FOR UPDATE;
  obstacle := retention_obstacle(business, 'callback', message, now() - make_interval(years => rule_years));
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction)
    SELECT business, 'callback', m.id, now(),
           greatest(m.first_received_at, (SELECT max(d.at) FROM callback_decision d WHERE d.message_id = m.id)), rule_years, 0, 1,
           '[]', length(m.body), 0
      FROM callback_message m WHERE m.id = message;
  UPDATE callback_message m
     SET body = '', expired_at = now(), expired_size = length(m.body), verdict = 'expired', reasons = '[]', accepted = '[]'
   WHERE m.id = message;
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261130030000_retention', '20261130030000_retention') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- A hold begins on an existing record, which it locks, so that the record can't expire at the same time. Two independent
-- people lift it.
CREATE OR REPLACE FUNCTION guard_legal_hold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lift text[] := '{lift_reason,lift_proposed_by,lift_proposed_at,lifted_by,lifted_at}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a hold is never deleted' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.lift_proposed_by IS NOT NULL OR NEW.lifted_by IS NOT NULL THEN
      RAISE EXCEPTION 'a hold begins unlifted' USING ERRCODE = 'check_violation';
    END IF;
    -- Audit entries about the record don't expire at the same time.
    PERFORM pg_advisory_xact_lock(hashtextextended('audit_retention ' || NEW.business_id, 0));
    IF NEW.kind = 'audit' THEN
      PERFORM FROM business WHERE id = NEW.business_id AND id = NEW.record_id FOR KEY SHARE;
    ELSIF NEW.kind = 'payment' THEN
      PERFORM FROM payment WHERE business_id = NEW.business_id AND payment_id = NEW.record_id FOR SHARE;
    ELSIF NEW.kind = 'callback' THEN
      PERFORM FROM callback_message WHERE business_id = NEW.business_id AND id = NEW.record_id FOR SHARE;
    ELSIF NEW.kind = 'withdrawal' THEN
      PERFORM FROM withdrawal WHERE business_id = NEW.business_id AND withdrawal_id = NEW.record_id FOR SHARE;
    ELSE
      PERFORM FROM review_case WHERE business_id = NEW.business_id AND case_id = NEW.record_id FOR SHARE;
    END IF;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a hold begins on an existing record' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.lifted_at IS NOT NULL OR (to_jsonb(NEW) - lift) <> (to_jsonb(OLD) - lift) THEN
    RAISE EXCEPTION 'a hold is never changed, only lifted' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.lifted_at IS NOT NULL THEN
    IF (NEW.lift_reason, NEW.lift_proposed_by, NEW.lift_proposed_at)
         IS DISTINCT FROM (OLD.lift_reason, OLD.lift_proposed_by, OLD.lift_proposed_at)
       OR NEW.lifted_at NOT BETWEEN clock_timestamp() - interval '5 minutes' AND clock_timestamp() + interval '5 minutes'
       OR NOT review_independent(NEW.business_id, NEW.lift_proposed_by, NEW.lifted_by, NEW.lifted_at)
       OR NOT (is_reviewer_with_access(NEW.business_id, NEW.lift_proposed_by)
               AND is_reviewer_with_access(NEW.business_id, NEW.lifted_by)) THEN
      RAISE EXCEPTION 'two independent people lift a hold' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
