-- Sign-ins get a retention time. They form one chain for all businesses, under the nil UUID.
SET LOCAL lock_timeout = '5s';

ALTER TABLE retention_rule DROP CONSTRAINT retention_rule_kind;
ALTER TABLE retention_change DROP CONSTRAINT retention_change_kind;
ALTER TABLE retention_pass DROP CONSTRAINT retention_pass_kind;
ALTER TABLE record_expiry DROP CONSTRAINT record_expiry_kind;
ALTER TABLE retention_rule ADD CONSTRAINT retention_rule_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in'));
ALTER TABLE retention_change ADD CONSTRAINT retention_change_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in'));
ALTER TABLE retention_pass ADD CONSTRAINT retention_pass_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in'));
-- The new values are more than the old ones, so no row has to be checked.
ALTER TABLE record_expiry ADD CONSTRAINT record_expiry_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in')) NOT VALID;

-- An older program can't read this kind of rule.
CREATE FUNCTION require_sign_in_retention() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261224000007_sign_in_retention', '20261224000007_sign_in_retention') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER retention_rule_of_sign_ins AFTER INSERT ON retention_rule FOR EACH ROW
  WHEN (NEW.kind = 'sign-in') EXECUTE FUNCTION require_sign_in_retention();

-- The time of sign-ins is the longest that a business has set. Null while one keeps them forever.
CREATE FUNCTION sign_in_years() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN bool_and(r.years IS NOT NULL) THEN max(r.years) END
    FROM business b LEFT JOIN retention_rule r ON r.business_id = b.id AND r.kind = 'sign-in'
$$;
CREATE FUNCTION retention_years(business uuid, record_kind text) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN record_kind = 'sign-in' THEN sign_in_years()
              ELSE (SELECT r.years FROM retention_rule r WHERE r.business_id = business AND r.kind = record_kind) END
$$;

-- Returns why an entry of the sign-ins doesn't expire, or null. For a business, the others' times and holds are one reason.
CREATE FUNCTION sign_in_retention_obstacle(business uuid, e audit_entry, cutoff timestamptz) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF e.action = 'retention.expired' THEN RETURN 'expired'; END IF;
  IF e.at >= cutoff THEN RETURN 'changed'; END IF;
  IF e.object_type <> 'person' OR split_part(e.action, '.', 1) <> 'session' THEN RETURN 'evidence'; END IF;
  IF EXISTS (SELECT FROM legal_hold h WHERE h.kind = 'audit' AND h.lifted_at IS NULL AND business IN (e.chain_id, h.business_id)) THEN
    RETURN 'held';
  END IF;
  IF business <> e.chain_id AND (
       EXISTS (SELECT FROM business b LEFT JOIN retention_rule r ON r.business_id = b.id AND r.kind = 'sign-in'
                WHERE b.id <> business AND (r.years IS NULL OR e.at >= now() - make_interval(years => r.years)))
       OR EXISTS (SELECT FROM legal_hold h WHERE h.kind = 'audit' AND h.lifted_at IS NULL)) THEN
    RETURN 'shared';
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

-- Evidence is added only for a record that may expire by the approved rule, and never changed. This protects the contents
-- also where the product works as the owner of the tables.
CREATE OR REPLACE FUNCTION guard_record_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rule_years integer;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'the evidence of expired records refuses %', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM retention_rule r WHERE r.kind = NEW.kind AND (r.business_id = NEW.business_id OR NEW.kind = 'sign-in')
    ORDER BY r.business_id FOR SHARE;
  rule_years := retention_years(NEW.business_id, NEW.kind);
  IF rule_years IS NULL OR NEW.years <> rule_years
     OR retention_obstacle(NEW.business_id, NEW.kind, NEW.record_id, now() - make_interval(years => rule_years)) IS NOT NULL THEN
    RAISE EXCEPTION 'this record does not expire' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.expired_at := now();
  NEW.transaction := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END
$$;

-- The content of an entry is removed only while it expires, and completely. Place, time and hashes never change.
CREATE OR REPLACE FUNCTION refuse_change_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  expiring text;
  rule_years integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    expiring := CASE OLD.chain_id WHEN '00000000-0000-0000-0000-000000000000' THEN 'sign-in' ELSE 'audit' END;
    IF is_expiring(OLD.chain_id, expiring, OLD.chain_id) THEN
      rule_years := retention_years(OLD.chain_id, expiring);
      IF (CASE expiring WHEN 'audit' THEN audit_retention_obstacle(OLD, now() - make_interval(years => rule_years))
            ELSE sign_in_retention_obstacle(OLD.chain_id, OLD, now() - make_interval(years => rule_years)) END) IS NULL
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
-- them. Decides by the approved rules alone.
CREATE OR REPLACE FUNCTION expire_audit_entries(business uuid, entries bigint[])
RETURNS TABLE (entry bigint, entry_at bigint, entry_hash bytea, entry_years integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  expiring text := CASE business WHEN '00000000-0000-0000-0000-000000000000' THEN 'sign-in' ELSE 'audit' END;
  rule_years integer;
  due bigint[];
  newest timestamptz;
  removed bigint;
BEGIN
  -- A new hold waits, or is seen. One on a business's own log or on its records waits for the first lock.
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_retention ' || business, 0));
  IF expiring = 'sign-in' THEN LOCK TABLE legal_hold IN SHARE MODE; END IF;
  PERFORM FROM retention_rule r WHERE r.kind = expiring AND (r.business_id = business OR expiring = 'sign-in')
    ORDER BY r.business_id FOR SHARE;
  rule_years := retention_years(business, expiring);
  IF rule_years IS NULL THEN RETURN; END IF;
  SELECT array_agg(e.sequence), max(e.at), sum(coalesce(length(e.before::text), 0) + coalesce(length(e.after::text), 0))
    INTO due, newest, removed FROM audit_entry e
   WHERE e.chain_id = business AND e.sequence = ANY(entries)
     AND (CASE expiring WHEN 'audit' THEN audit_retention_obstacle(e, now() - make_interval(years => rule_years))
            ELSE sign_in_retention_obstacle(business, e, now() - make_interval(years => rule_years)) END) IS NULL;
  IF due IS NULL THEN RETURN; END IF;
  INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction, parts)
    VALUES (business, expiring, business, now(), newest, rule_years, 0, 0, '[]', removed, 0,
            jsonb_build_object('entries', cardinality(due)));
  RETURN QUERY
    UPDATE audit_entry e
       SET actor_kind = 'system', actor_id = 'retention', action = 'retention.expired', object_type = 'audit-entry',
           object_id = e.sequence::text, before = NULL, after = jsonb_build_object('years', rule_years), request_id = ''
     WHERE e.chain_id = business AND e.sequence = ANY(due)
    RETURNING e.sequence, floor(extract(epoch FROM e.at) * 1000)::bigint, e.hash, rule_years;
END
$$;
