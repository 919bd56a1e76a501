-- A deposit of which a callback alone told, and whose payment was read later: the first page counts them, and looked
-- each time at the payments of the newest fifteen hundred. The service may list a deposit a moment after it tells of it.
ALTER TABLE "deposit" ADD COLUMN "unlisted" BOOLEAN NOT NULL DEFAULT false;

UPDATE "deposit" AS told SET unlisted = true
  FROM "payment" AS read
 WHERE NOT told.record_seen AND read.business_id = told.business_id AND read.payment_id = told.payment_id
   AND read.last_read_at > told.changed_at + interval '5 minutes';

CREATE INDEX "deposit_unlisted_idx" ON "deposit"("business_id", "sort_at" DESC, "deposit_id" DESC) WHERE unlisted;
ANALYZE "deposit" ("unlisted");

-- The payment is read: those of its deposits that no record has listed.
CREATE FUNCTION mark_unlisted_deposits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE deposit SET unlisted = NOT unlisted
   WHERE business_id = NEW.business_id AND payment_id = NEW.payment_id AND NOT record_seen
     AND unlisted <> coalesce(NEW.last_read_at > changed_at + interval '5 minutes', false);
  RETURN NULL;
END $$;

CREATE TRIGGER payment_is_read AFTER INSERT ON payment FOR EACH ROW
  WHEN (NEW.last_read_at IS NOT NULL) EXECUTE FUNCTION mark_unlisted_deposits();
CREATE TRIGGER payment_is_read_again AFTER UPDATE ON payment FOR EACH ROW
  WHEN (OLD.last_read_at IS DISTINCT FROM NEW.last_read_at) EXECUTE FUNCTION mark_unlisted_deposits();

-- The deposit is told of anew, listed after all, or brought in long after its payment was read. What changed just now
-- can't be older than a read.
CREATE FUNCTION keep_deposit_unlisted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.unlisted := NOT NEW.record_seen AND EXISTS (SELECT FROM payment AS read
    WHERE read.business_id = NEW.business_id AND read.payment_id = NEW.payment_id
      AND read.last_read_at > NEW.changed_at + interval '5 minutes');
  RETURN NEW;
END $$;

CREATE FUNCTION mark_deposit_unlisted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE deposit SET unlisted = true
   WHERE business_id = NEW.business_id AND deposit_id = NEW.deposit_id AND EXISTS (SELECT FROM payment AS read
    WHERE read.business_id = NEW.business_id AND read.payment_id = NEW.payment_id
      AND read.last_read_at > NEW.changed_at + interval '5 minutes');
  RETURN NULL;
END $$;

CREATE TRIGGER deposit_is_unlisted AFTER INSERT ON deposit FOR EACH ROW
  WHEN (NOT NEW.record_seen AND NEW.changed_at < now() - interval '5 minutes')
  EXECUTE FUNCTION mark_deposit_unlisted();
CREATE TRIGGER deposit_stays_unlisted BEFORE UPDATE ON deposit FOR EACH ROW
  WHEN (NEW.unlisted OR (NOT NEW.record_seen AND NEW.changed_at < now() - interval '5 minutes'))
  EXECUTE FUNCTION keep_deposit_unlisted();
