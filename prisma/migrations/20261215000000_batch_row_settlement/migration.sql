-- Runs and callbacks that settle rows wait behind this lock, so it is given up soon. The migration can be repeated.
SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "payment_batch_row" ADD COLUMN     "settled_at" TIMESTAMPTZ(6),
ADD COLUMN     "settled_by" UUID,
ADD COLUMN     "settled_payment_id" UUID;

-- From here on what Prisma's schema can't say.

-- A person can settle a row that may have been sent before a backup was restored: with a payment that was reported under
-- its client payment ID, or as failed. No existing row is settled, so no row has to be checked.
ALTER TABLE payment_batch_row DROP CONSTRAINT payment_batch_row_sent_once;
ALTER TABLE payment_batch_row
  ADD CONSTRAINT payment_batch_row_sent_once
    CHECK (intent_id IS NOT NULL OR state NOT IN ('sending', 'done')
           OR (state = 'done' AND settled_payment_id IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT payment_batch_row_settled
    CHECK ((settled_by IS NULL) = (settled_at IS NULL)
           AND (settled_payment_id IS NULL OR settled_at IS NOT NULL)
           AND (settled_at IS NULL OR (intent_id IS NULL AND settled_payment_id IS NOT NULL AND state = 'done')
                OR (intent_id IS NULL AND settled_payment_id IS NULL AND state = 'failed'))) NOT VALID;
