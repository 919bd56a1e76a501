-- The reference of the payment. Empty in rows whose reference is in deposit_reference, as in those from before.
SET LOCAL lock_timeout = '1s';
ALTER TABLE "deposit" ADD COLUMN "reference" TEXT;
