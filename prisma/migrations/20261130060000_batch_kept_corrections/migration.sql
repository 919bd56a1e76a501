-- The corrections that a check continues with. They stay here until its rows are complete, so that an interrupted check loses none.
ALTER TABLE "payment_batch" ADD COLUMN     "kept_corrections" JSONB;
