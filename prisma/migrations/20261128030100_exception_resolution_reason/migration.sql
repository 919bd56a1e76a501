-- Why an exception was resolved. Null: no reason was chosen, or it is open.
ALTER TABLE "payment_exception" ADD COLUMN "resolution_reason" TEXT;
