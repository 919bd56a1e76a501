-- One function refuses every change of what only grows. A condition of the trigger says which changes of a row are refused.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_entry' THEN
    IF EXISTS (SELECT FROM record_expiry e
                WHERE e.business_id = OLD.chain_id AND e.record_id = OLD.chain_id AND (e.parts ->> 'through')::bigint > OLD.sequence
                  AND e.transaction = pg_current_xact_id_if_assigned()::text::bigint) THEN
      RETURN OLD;
    END IF;
  ELSIF TG_OP = 'DELETE' AND TG_NARGS = 2 THEN
    IF is_expiring(OLD.business_id, TG_ARGV[0], (to_jsonb(OLD) ->> TG_ARGV[1])::uuid) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% only grows and refuses %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER audit_entry_is_append_only BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_entry_is_not_truncated BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER service_answer_bytes_stay
  BEFORE UPDATE OF id, business_id, payment_id, source, sha256, body, person_id, file_name, first_started_at ON service_answer
  FOR EACH ROW WHEN (
    (NEW.id, NEW.business_id, NEW.payment_id, NEW.source, NEW.sha256, NEW.body, NEW.person_id, NEW.file_name)
      IS DISTINCT FROM (OLD.id, OLD.business_id, OLD.payment_id, OLD.source, OLD.sha256, OLD.body, OLD.person_id, OLD.file_name)
    OR NEW.first_started_at > OLD.first_started_at)
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER callback_message_bytes_stay
  BEFORE UPDATE OF id, business_id, kind, sha256, body, first_received_at, verdict, expired_at, expired_size ON callback_message
  FOR EACH ROW WHEN (
    (NEW.id, NEW.kind, NEW.sha256, NEW.business_id, NEW.first_received_at)
      IS DISTINCT FROM (OLD.id, OLD.kind, OLD.sha256, OLD.business_id, OLD.first_received_at)
    -- A waiting callback is folded once.
    OR NEW.verdict <> OLD.verdict
       AND (NEW.verdict = 'received' OR OLD.verdict = 'received' AND NEW.verdict NOT IN ('applied', 'new-version', 'quarantined'))
    -- A body goes only while it or its record expires.
    OR ((NEW.body, NEW.expired_at, NEW.expired_size) IS DISTINCT FROM (OLD.body, OLD.expired_at, OLD.expired_size)
        OR (NEW.verdict = 'expired') <> (OLD.verdict = 'expired'))
       AND (OLD.expired_at IS NOT NULL OR NEW.expired_at IS NULL OR NEW.verdict <> 'expired' OR NEW.body <> ''::bytea
            OR NEW.expired_size IS DISTINCT FROM length(OLD.body)
            OR NOT (is_expiring(NEW.business_id, 'callback', OLD.id)
                    OR CASE NEW.kind WHEN 'withdrawal' THEN is_expiring(NEW.business_id, 'withdrawal', OLD.subject_id)
                                     ELSE is_expiring(NEW.business_id, 'payment', OLD.payment_id) END)))
  EXECUTE FUNCTION refuse_change();

-- A file keeps the people who prepared and confirmed it.
CREATE OR REPLACE TRIGGER payment_batch_keeps_its_people
  BEFORE UPDATE OF created_by, prepared_by, confirmed_by, confirmed_at ON payment_batch
  FOR EACH ROW WHEN (
    NEW.created_by <> OLD.created_by
    OR OLD.confirmed_at IS NOT NULL
       AND (NEW.confirmed_by, NEW.confirmed_at, NEW.prepared_by) IS DISTINCT FROM (OLD.confirmed_by, OLD.confirmed_at, OLD.prepared_by)
    OR NOT coalesce(NEW.prepared_by, '{}') @> coalesce(OLD.prepared_by, '{}'))
  EXECUTE FUNCTION refuse_change();

DROP FUNCTION refuse_change_of_audit_entry, refuse_change_of_answer_bytes, refuse_change_of_received_bytes, guard_payment_batch;
