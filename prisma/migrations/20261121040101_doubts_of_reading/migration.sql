-- Payments whose reading failed in a way that may be theirs alone or the whole service's: which of the two it is, the
-- others tell.
CREATE TABLE "reading_doubt" (
    "business_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "failed_at" TIMESTAMPTZ(6) NOT NULL,
    "is_alone" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "reading_doubt_pkey" PRIMARY KEY ("business_id", "payment_id")
);

-- CreateIndex
CREATE INDEX "reading_doubt_failed_at_idx" ON "reading_doubt"("failed_at");
