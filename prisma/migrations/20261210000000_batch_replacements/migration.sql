-- AlterTable
ALTER TABLE "payment_batch" ADD COLUMN     "pause_answer" TEXT,
ADD COLUMN     "refused_in_a_row" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "payment_batch_row" ADD COLUMN     "replaced_by" UUID;

-- From here on what Prisma's schema can't say.

-- The new values are more than the old ones, and no existing row is replaced, so no row has to be checked.
ALTER TABLE payment_batch DROP CONSTRAINT payment_batch_pause_reason;
ALTER TABLE payment_batch
  ADD CONSTRAINT payment_batch_pause_reason
    CHECK (pause_reason IN ('role', 'unknown', 'unreachable', 'failing', 'refused', 'restored', 'person')) NOT VALID;
ALTER TABLE payment_batch_row DROP CONSTRAINT payment_batch_row_taken_by;
ALTER TABLE payment_batch_row
  ADD CONSTRAINT payment_batch_row_taken_by
    CHECK (taken_by IN ('request', 'payment', 'refused', 'unsent')) NOT VALID,
  ADD CONSTRAINT payment_batch_row_replaced
    CHECK (replaced_by IS NULL OR (state = 'failed' AND intent_id IS NOT NULL)) NOT VALID;

-- A row follows the state of its intent in the same transaction: an answer, a callback, an import and a person who sends
-- it again. A request of which nothing was sent is queued again. A replaced row keeps what happened to it.
CREATE OR REPLACE FUNCTION follow_payment_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_batch_row
     SET state = CASE NEW.state WHEN 'SENDING' THEN 'sending' WHEN 'CREATED' THEN 'done' WHEN 'REJECTED' THEN 'failed'
                                WHEN 'DRAFT' THEN 'queued' ELSE 'unknown' END,
         error = CASE WHEN NEW.state IN ('SENDING', 'CREATED') THEN NULL ELSE NEW.error_message END
   WHERE business_id = NEW.business_id AND intent_id = NEW.id AND replaced_by IS NULL;
  RETURN NULL;
END
$$;

-- A row that belongs to an intent keeps it, and is never sent under a second one. The rows of a confirmed file keep their
-- values, and a row keeps the request that it was first sent as. A replaced row is never sent again.
CREATE OR REPLACE FUNCTION guard_payment_batch_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.intent_id IS NOT NULL AND NEW.intent_id IS DISTINCT FROM OLD.intent_id)
     OR (OLD.request_body IS NOT NULL AND NEW.request_body IS DISTINCT FROM OLD.request_body) THEN
    RAISE EXCEPTION 'a row that was sent keeps its intent and its request' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.replaced_by IS NOT NULL
     AND (NEW.replaced_by, NEW.state, NEW.error) IS DISTINCT FROM (OLD.replaced_by, OLD.state, OLD.error) THEN
    RAISE EXCEPTION 'a replaced row keeps its result' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (NEW.business_id, NEW.batch_id, NEW.number, NEW.client_payment_id, NEW."values", NEW.currency, NEW.amount)
       IS DISTINCT FROM
     (OLD.business_id, OLD.batch_id, OLD.number, OLD.client_payment_id, OLD."values", OLD.currency, OLD.amount)
     AND (OLD.intent_id IS NOT NULL
          OR EXISTS (SELECT FROM payment_batch b WHERE b.business_id = OLD.business_id AND b.batch_id = OLD.batch_id
                        AND b.confirmed_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'a row that was confirmed or sent keeps its values' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
