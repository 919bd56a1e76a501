-- What people worked on stands in the worklist's order, so that what is one's own, or resolved, is found without going
-- through all that does not fit.
ALTER TABLE "payment_exception" ADD COLUMN "sort_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "payment_exception" x SET "sort_at" = p."sort_at" FROM "payment" p
 WHERE x."kind" = 'payment' AND p."business_id" = x."business_id" AND p."payment_id" = x."subject_id";
UPDATE "payment_exception" x SET "sort_at" = i."created_at" FROM "payment_intent" i
 WHERE x."kind" = 'intent' AND i."business_id" = x."business_id" AND i."id" = x."subject_id";
CREATE INDEX "payment_exception_owned_idx" ON "payment_exception"("business_id", "sort_at" DESC, "subject_id" DESC) WHERE (owner_id IS NOT NULL);
CREATE INDEX "payment_exception_resolved_idx" ON "payment_exception"("business_id", "sort_at" DESC, "subject_id" DESC) WHERE (resolved_at IS NOT NULL);

-- The payment is held until the work on it is there, or a time that changes meanwhile would pass it by.
CREATE FUNCTION exception_takes_its_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'payment' THEN
    SELECT sort_at INTO NEW.sort_at FROM payment
     WHERE business_id = NEW.business_id AND payment_id = NEW.subject_id FOR SHARE;
  ELSE
    SELECT created_at INTO NEW.sort_at FROM payment_intent
     WHERE business_id = NEW.business_id AND id = NEW.subject_id;
  END IF;
  NEW.sort_at := coalesce(NEW.sort_at, NEW.changed_at);
  RETURN NEW;
END
$$;
CREATE TRIGGER payment_exception_takes_its_place BEFORE INSERT ON "payment_exception" FOR EACH ROW
  EXECUTE FUNCTION exception_takes_its_place();

CREATE FUNCTION exception_follows_its_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_exception SET sort_at = NEW.sort_at
   WHERE business_id = NEW.business_id AND kind = 'payment' AND subject_id = NEW.payment_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_moves_its_exception AFTER UPDATE ON "payment" FOR EACH ROW
  WHEN (OLD.sort_at IS DISTINCT FROM NEW.sort_at) EXECUTE FUNCTION exception_follows_its_payment();

-- What does not fit, in the worklist's order: as a whole, and by the currency that was asked for and the one that came,
-- as `price-columns.ts` has them. With what is filtered by, so that a count reads nothing of the table. Prisma has no word for
-- what an index includes, and leaves alone what is on an expression: hence the last of the first one.
DROP INDEX "payment_exceptional_idx";
CREATE INDEX "payment_exceptional_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC, (coverage IN ('under', 'over')))
  INCLUDE (display_currency, deposit_currency, expected_display_amount, expected_deposit_amount, actual_display_amount, actual_deposit_amount, expected_uniform_amount, actual_uniform_amount, confirmed_deposit_count, coverage, late, currency_mismatch, record_seen)
  WHERE (coverage IN ('under', 'over') OR late OR currency_mismatch OR NOT record_seen);
CREATE INDEX "payment_exceptional_asked_in_idx" ON "payment"("business_id", (CASE WHEN (display_currency IS NULL OR (expected_display_amount IS NULL AND expected_deposit_amount IS NOT NULL)) THEN deposit_currency ELSE display_currency END), "sort_at" DESC, "payment_id" DESC)
  INCLUDE (display_currency, deposit_currency, expected_display_amount, expected_deposit_amount, coverage, late, currency_mismatch, record_seen)
  WHERE (coverage IN ('under', 'over') OR late OR currency_mismatch OR NOT record_seen);
CREATE INDEX "payment_exceptional_came_in_idx" ON "payment"("business_id", (CASE WHEN (display_currency IS NULL OR (expected_display_amount IS NULL AND expected_deposit_amount IS NOT NULL)) THEN CASE WHEN currency_mismatch IS NOT TRUE THEN deposit_currency END ELSE display_currency END), "sort_at" DESC, "payment_id" DESC)
  INCLUDE (display_currency, deposit_currency, expected_display_amount, expected_deposit_amount, coverage, late, currency_mismatch, record_seen)
  WHERE (coverage IN ('under', 'over') OR late OR currency_mismatch OR NOT record_seen);
