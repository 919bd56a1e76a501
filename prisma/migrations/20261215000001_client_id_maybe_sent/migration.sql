-- Rows can't change while a trigger is added, so the lock is given up soon. The migration can be repeated.
SET LOCAL lock_timeout = '5s';

-- Returns true if a row with the client payment ID may have been sent before a backup was restored, and no person has
-- settled it yet.
CREATE FUNCTION client_id_maybe_sent(business uuid, client_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM payment_batch_row lost
     WHERE lost.business_id = business AND lost.client_payment_id = client_id AND lost.state = 'unknown'
       AND lost.intent_id IS NULL)
$$;

-- A settled row keeps its result, as a sent row keeps its intent.
CREATE FUNCTION guard_settled_batch_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.settled_at, NEW.settled_by, NEW.settled_payment_id, NEW.state, NEW.error, NEW.intent_id)
       IS DISTINCT FROM
     (OLD.settled_at, OLD.settled_by, OLD.settled_payment_id, OLD.state, OLD.error, OLD.intent_id) THEN
    RAISE EXCEPTION 'a settled row keeps its result' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER payment_batch_row_stays_settled BEFORE UPDATE ON payment_batch_row FOR EACH ROW
  WHEN (OLD.settled_at IS NOT NULL) EXECUTE FUNCTION guard_settled_batch_row();
