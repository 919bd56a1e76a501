-- What was done stays written: entries of the audit log can be added, never changed or removed.
CREATE FUNCTION refuse_change_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log refuses %', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_entry_is_append_only BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_entry();
CREATE TRIGGER audit_entry_is_not_truncated BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_entry();

-- The bytes that were received are evidence as well: a callback's body is never rewritten.
CREATE FUNCTION refuse_change_of_received_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.body IS DISTINCT FROM OLD.body OR NEW.sha256 IS DISTINCT FROM OLD.sha256
     OR NEW.business_id IS DISTINCT FROM OLD.business_id OR NEW.first_received_at IS DISTINCT FROM OLD.first_received_at THEN
    RAISE EXCEPTION 'received bytes are never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER callback_message_bytes_stay BEFORE UPDATE ON callback_message
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_received_bytes();
