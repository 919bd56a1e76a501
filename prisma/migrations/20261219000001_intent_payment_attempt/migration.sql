ALTER TABLE "intent_payment" ADD COLUMN "attempt_id" BIGINT;
