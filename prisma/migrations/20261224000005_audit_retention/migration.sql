-- Audit entries get a retention time. An expired entry keeps its place, its time and its hash, so that the chain still verifies.
SET LOCAL lock_timeout = '5s';

ALTER TABLE retention_rule DROP CONSTRAINT retention_rule_kind;
ALTER TABLE retention_change DROP CONSTRAINT retention_change_kind;
ALTER TABLE legal_hold DROP CONSTRAINT legal_hold_kind;
ALTER TABLE retention_pass DROP CONSTRAINT retention_pass_kind;
ALTER TABLE record_expiry DROP CONSTRAINT record_expiry_kind;
ALTER TABLE retention_rule ADD CONSTRAINT retention_rule_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit'));
ALTER TABLE retention_change ADD CONSTRAINT retention_change_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit'));
ALTER TABLE legal_hold ADD CONSTRAINT legal_hold_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit'));
ALTER TABLE retention_pass ADD CONSTRAINT retention_pass_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit'));
-- The new values are more than the old ones, so no row has to be checked.
ALTER TABLE record_expiry ADD CONSTRAINT record_expiry_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit')) NOT VALID;

-- An older program can't verify an expired entry. Before the first time for entries it can.
CREATE FUNCTION require_audit_retention() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261224000005_audit_retention', '20261224000005_audit_retention') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER retention_rule_of_audit AFTER INSERT ON retention_rule FOR EACH ROW
  WHEN (NEW.kind = 'audit') EXECUTE FUNCTION require_audit_retention();
CREATE TRIGGER legal_hold_on_audit AFTER INSERT ON legal_hold FOR EACH ROW
  WHEN (NEW.kind = 'audit') EXECUTE FUNCTION require_audit_retention();

-- Returns why an entry doesn't expire, or null. Entries about retention and about the log itself prove what expired, so
-- they never do. Neither do entries about a case that still exists, or about a record under a hold.
CREATE FUNCTION audit_retention_obstacle(e audit_entry, cutoff timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  object uuid := CASE WHEN e.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.object_id::uuid END;
BEGIN
  IF e.action = 'retention.expired' THEN RETURN 'expired'; END IF;
  IF e.at >= cutoff THEN RETURN 'changed'; END IF;
  IF split_part(e.action, '.', 1) IN ('audit', 'retention') THEN RETURN 'evidence'; END IF;
  IF EXISTS (SELECT FROM legal_hold h WHERE h.business_id = e.chain_id AND h.lifted_at IS NULL
                AND h.kind = 'audit' AND h.record_id = e.chain_id)
     OR (e.object_type IN ('payment', 'withdrawal') AND EXISTS (
           SELECT FROM legal_hold h WHERE h.business_id = e.chain_id AND h.lifted_at IS NULL
              AND h.kind = e.object_type AND h.record_id = object))
     OR (e.object_type = 'deposit' AND EXISTS (
           SELECT FROM deposit d JOIN legal_hold h ON h.business_id = d.business_id AND h.record_id = d.payment_id
            WHERE d.business_id = e.chain_id AND d.deposit_id = object AND h.kind = 'payment' AND h.lifted_at IS NULL)) THEN
    RETURN 'held';
  END IF;
  IF e.object_type IN ('review-case', 'review-report') AND EXISTS (
       SELECT FROM review_case c WHERE c.business_id = e.chain_id AND c.case_id = object) THEN
    RETURN 'case';
  END IF;
  RETURN NULL;
END
$$;

-- An entry is named by its number, as the last 16 digits of an ID. The ID of the business names the whole log.
CREATE OR REPLACE FUNCTION retention_obstacle(business uuid, record_kind text, record uuid, cutoff timestamptz) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF record_kind = 'case' THEN RETURN case_retention_obstacle(business, record, cutoff); END IF;
  IF record_kind <> 'audit' THEN RETURN record_retention_obstacle(business, record_kind, record, cutoff); END IF;
  IF record = business THEN
    RETURN (SELECT 'held' FROM legal_hold h WHERE h.business_id = business AND h.kind = 'audit' AND h.record_id = business
               AND h.lifted_at IS NULL LIMIT 1);
  END IF;
  RETURN nullif(coalesce((SELECT coalesce(audit_retention_obstacle(e, cutoff), '') FROM audit_entry e
                           WHERE e.chain_id = business AND e.sequence = audit_sequence(record)), 'missing'), '');
END
$$;
CREATE FUNCTION audit_sequence(entry uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || right(replace(entry::text, '-', ''), 16))::bit(64)::bigint
$$;

-- The content of an entry is removed only while it expires, and completely. Place, time and hashes never change.
CREATE OR REPLACE FUNCTION refuse_change_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rule_years integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF is_expiring(OLD.chain_id, 'audit', OLD.chain_id) THEN
      SELECT r.years INTO rule_years FROM retention_rule r WHERE r.business_id = OLD.chain_id AND r.kind = 'audit';
      IF audit_retention_obstacle(OLD, now() - make_interval(years => rule_years)) IS NULL
         AND (NEW.chain_id, NEW.sequence, NEW.at, NEW.previous, NEW.hash)
             IS NOT DISTINCT FROM (OLD.chain_id, OLD.sequence, OLD.at, OLD.previous, OLD.hash)
         AND (NEW.actor_kind, NEW.actor_id, NEW.action, NEW.object_type, NEW.object_id, NEW.before, NEW.after, NEW.request_id)
             IS NOT DISTINCT FROM ('system'::text, 'retention'::text, 'retention.expired'::text, 'audit-entry'::text,
                                   OLD.sequence::text, NULL::jsonb, jsonb_build_object('years', rule_years), ''::text) THEN
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log refuses %', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Removes the content of entries that expire, and returns their place, time and hash. The caller adds an entry that names
-- them. Decides by the approved rule alone.
CREATE FUNCTION expire_audit_entries(business uuid, entries bigint[])
RETURNS TABLE (entry bigint, entry_at bigint, entry_hash bytea, entry_years integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule_years integer;
  due bigint[];
  newest timestamptz;
  removed bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_retention ' || business, 0));
  SELECT r.years INTO rule_years FROM retention_rule r WHERE r.business_id = business AND r.kind = 'audit' FOR SHARE;
  IF rule_years IS NULL THEN RETURN; END IF;
  SELECT array_agg(e.sequence), max(e.at), sum(coalesce(length(e.before::text), 0) + coalesce(length(e.after::text), 0))
    INTO due, newest, removed FROM audit_entry e
   WHERE e.chain_id = business AND e.sequence = ANY(entries)
     AND audit_retention_obstacle(e, now() - make_interval(years => rule_years)) IS NULL;
  IF due IS NULL THEN RETURN; END IF;
  INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction, parts)
    VALUES (business, 'audit', business, now(), newest, rule_years, 0, 0, '[]', removed, 0,
            jsonb_build_object('entries', cardinality(due)));
  RETURN QUERY
    UPDATE audit_entry e
       SET actor_kind = 'system', actor_id = 'retention', action = 'retention.expired', object_type = 'audit-entry',
           object_id = e.sequence::text, before = NULL, after = jsonb_build_object('years', rule_years), request_id = ''
     WHERE e.chain_id = business AND e.sequence = ANY(due)
    RETURNING e.sequence, floor(extract(epoch FROM e.at) * 1000)::bigint, e.hash, rule_years;
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
