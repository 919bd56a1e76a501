-- The values that people entered in place of those of the file. They stay when the file is checked again.
ALTER TABLE "payment_batch_row" ADD COLUMN     "corrections" JSONB;
