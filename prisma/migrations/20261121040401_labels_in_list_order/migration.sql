-- A label leads to its records in the order of their list, however many carry it: it keeps the time by which they stand there.
ALTER TABLE "record_label" ADD COLUMN "sort_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "record_label" l SET "sort_at" = p."sort_at" FROM "payment" p
 WHERE l."kind" = 'payment' AND p."business_id" = l."business_id" AND p."payment_id" = l."record_id";
UPDATE "record_label" l SET "sort_at" = d."sort_at" FROM "deposit" d
 WHERE l."kind" = 'deposit' AND d."business_id" = l."business_id" AND d."deposit_id" = l."record_id";
UPDATE "record_label" l SET "sort_at" = w."first_received_at" FROM "withdrawal" w
 WHERE l."kind" = 'withdrawal' AND w."business_id" = l."business_id" AND w."withdrawal_id" = l."record_id";

DROP INDEX "record_label_business_id_kind_label_id_record_id_idx";
CREATE INDEX "record_label_in_order_idx" ON "record_label"("business_id", "kind", "label_id", "sort_at" DESC, "record_id" DESC);

-- The record is held until the label is there, or a time that changes meanwhile would pass it by.
CREATE FUNCTION label_takes_its_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'payment' THEN
    SELECT sort_at INTO NEW.sort_at FROM payment
     WHERE business_id = NEW.business_id AND payment_id = NEW.record_id FOR SHARE;
  ELSIF NEW.kind = 'deposit' THEN
    SELECT sort_at INTO NEW.sort_at FROM deposit
     WHERE business_id = NEW.business_id AND deposit_id = NEW.record_id FOR SHARE;
  ELSE
    SELECT first_received_at INTO NEW.sort_at FROM withdrawal
     WHERE business_id = NEW.business_id AND withdrawal_id = NEW.record_id FOR SHARE;
  END IF;
  NEW.sort_at := coalesce(NEW.sort_at, NEW.added_at);
  RETURN NEW;
END
$$;
CREATE TRIGGER record_label_takes_its_place BEFORE INSERT ON "record_label" FOR EACH ROW
  EXECUTE FUNCTION label_takes_its_place();

CREATE FUNCTION labels_follow_their_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'payment' THEN
    UPDATE record_label SET sort_at = NEW.sort_at
     WHERE business_id = NEW.business_id AND kind = 'payment' AND record_id = NEW.payment_id;
  ELSIF TG_TABLE_NAME = 'deposit' THEN
    UPDATE record_label SET sort_at = NEW.sort_at
     WHERE business_id = NEW.business_id AND kind = 'deposit' AND record_id = NEW.deposit_id;
  ELSE
    UPDATE record_label SET sort_at = NEW.first_received_at
     WHERE business_id = NEW.business_id AND kind = 'withdrawal' AND record_id = NEW.withdrawal_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_moves_its_labels AFTER UPDATE ON "payment" FOR EACH ROW
  WHEN (OLD.sort_at IS DISTINCT FROM NEW.sort_at) EXECUTE FUNCTION labels_follow_their_record();
CREATE TRIGGER deposit_moves_its_labels AFTER UPDATE ON "deposit" FOR EACH ROW
  WHEN (OLD.sort_at IS DISTINCT FROM NEW.sort_at) EXECUTE FUNCTION labels_follow_their_record();
CREATE TRIGGER withdrawal_moves_its_labels AFTER UPDATE ON "withdrawal" FOR EACH ROW
  WHEN (OLD.first_received_at IS DISTINCT FROM NEW.first_received_at) EXECUTE FUNCTION labels_follow_their_record();
