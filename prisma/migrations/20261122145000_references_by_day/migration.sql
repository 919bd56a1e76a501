-- A reference is found day by day of its list, so that a search which finds very many looks at no day that has none.
-- Prisma has no word for an index on an expression. The days are those of UTC, for an index allows no other zone to change.
CREATE INDEX "payment_reference_by_day_idx" ON "payment"("business_id", (("sort_at" AT TIME ZONE 'UTC')::date), "client_payment_id" text_pattern_ops)
  WHERE (client_payment_id IS NOT NULL);
CREATE INDEX "withdrawal_reference_by_day_idx" ON "withdrawal"("business_id", (("first_received_at" AT TIME ZONE 'UTC')::date), "client_withdrawal_id" text_pattern_ops)
  WHERE (client_withdrawal_id IS NOT NULL);

-- A deposit has the reference of its payment. It is kept apart from the deposit: it changes hardly ever, the deposit often.
CREATE TABLE "deposit_reference" (
    "business_id" UUID NOT NULL,
    "deposit_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "refund_day" DATE
);
INSERT INTO "deposit_reference"
SELECT d."business_id", d."deposit_id", p."client_payment_id", (d."sort_at" AT TIME ZONE 'UTC')::date,
       (d."refund_first_seen_at" AT TIME ZONE 'UTC')::date
  FROM "deposit" d JOIN "payment" p USING ("business_id", "payment_id")
 WHERE p."client_payment_id" IS NOT NULL;
ALTER TABLE "deposit_reference" ADD CONSTRAINT "deposit_reference_pkey" PRIMARY KEY ("business_id", "deposit_id");
CREATE INDEX "deposit_reference_by_day_idx" ON "deposit_reference"("business_id", "day", "reference" text_pattern_ops, "deposit_id");
CREATE INDEX "deposit_reference_by_refund_day_idx" ON "deposit_reference"("business_id", "refund_day", "reference" text_pattern_ops, "deposit_id") WHERE (refund_day IS NOT NULL);
ANALYZE "deposit_reference";

-- Whoever writes a payment and its deposits holds its lock, and writes the payment first or in the same statement.
-- Each reference is looked up by itself: the plan is kept by the connection, for one deposit and for very many.
CREATE FUNCTION deposits_take_references() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deposit_reference (business_id, deposit_id, reference, day, refund_day)
  SELECT * FROM (
    SELECT d.business_id, d.deposit_id,
           (SELECT p.client_payment_id FROM payment p
             WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS reference,
           (d.sort_at AT TIME ZONE 'UTC')::date, (d.refund_first_seen_at AT TIME ZONE 'UTC')::date
      FROM added d OFFSET 0) AS told
   WHERE reference IS NOT NULL
  ON CONFLICT (business_id, deposit_id) DO UPDATE
    SET reference = EXCLUDED.reference, day = EXCLUDED.day, refund_day = EXCLUDED.refund_day;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_takes_reference AFTER INSERT ON "deposit" REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION deposits_take_references();

CREATE FUNCTION deposit_changes_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT client_payment_id INTO told FROM payment
     WHERE business_id = NEW.business_id AND payment_id = NEW.payment_id;
  END IF;
  IF told IS NULL THEN
    DELETE FROM deposit_reference WHERE business_id = OLD.business_id AND deposit_id = OLD.deposit_id;
  ELSE
    INSERT INTO deposit_reference (business_id, deposit_id, reference, day, refund_day)
      VALUES (NEW.business_id, NEW.deposit_id, told, (NEW.sort_at AT TIME ZONE 'UTC')::date,
              (NEW.refund_first_seen_at AT TIME ZONE 'UTC')::date)
      ON CONFLICT (business_id, deposit_id) DO UPDATE
        SET reference = EXCLUDED.reference, day = EXCLUDED.day, refund_day = EXCLUDED.refund_day;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_moves_reference AFTER UPDATE ON "deposit" FOR EACH ROW
  WHEN ((OLD.payment_id, (OLD.sort_at AT TIME ZONE 'UTC')::date, (OLD.refund_first_seen_at AT TIME ZONE 'UTC')::date)
    IS DISTINCT FROM
    (NEW.payment_id, (NEW.sort_at AT TIME ZONE 'UTC')::date, (NEW.refund_first_seen_at AT TIME ZONE 'UTC')::date))
  EXECUTE FUNCTION deposit_changes_reference();
CREATE TRIGGER deposit_leaves_reference AFTER DELETE ON "deposit" FOR EACH ROW
  EXECUTE FUNCTION deposit_changes_reference();

CREATE FUNCTION payment_gives_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.client_payment_id IS NULL THEN
    DELETE FROM deposit_reference r USING deposit d
     WHERE d.business_id = NEW.business_id AND d.payment_id = NEW.payment_id
       AND r.business_id = d.business_id AND r.deposit_id = d.deposit_id;
  ELSE
    INSERT INTO deposit_reference (business_id, deposit_id, reference, day, refund_day)
    SELECT d.business_id, d.deposit_id, NEW.client_payment_id, (d.sort_at AT TIME ZONE 'UTC')::date,
           (d.refund_first_seen_at AT TIME ZONE 'UTC')::date
      FROM deposit d WHERE d.business_id = NEW.business_id AND d.payment_id = NEW.payment_id
    ON CONFLICT (business_id, deposit_id) DO UPDATE
      SET reference = EXCLUDED.reference, day = EXCLUDED.day, refund_day = EXCLUDED.refund_day;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_gives_reference AFTER UPDATE ON "payment" FOR EACH ROW
  WHEN (OLD.client_payment_id IS DISTINCT FROM NEW.client_payment_id) EXECUTE FUNCTION payment_gives_reference();
