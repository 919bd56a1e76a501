-- The same refused bytes come every two minutes for a day: they are kept once. Rows of before tell no hash.
ALTER TABLE "callback_refusal" ADD COLUMN "sha256" BYTEA;
ALTER TABLE "callback_refusal" ADD COLUMN "length" INTEGER NOT NULL DEFAULT 0;
UPDATE "callback_refusal" SET "length" = length("excerpt");
CREATE INDEX "callback_refusal_business_id_sha256_idx" ON "callback_refusal"("business_id", "sha256");
