-- Alarms that stay until a person says to have seen them; who and when stands in the audit log.
ALTER TABLE "callback_refusal" ADD COLUMN "acknowledged_at" TIMESTAMPTZ(6);
ALTER TABLE "callback_refusal_count" ADD COLUMN "acknowledged" BIGINT NOT NULL DEFAULT 0;

-- Refused withdrawals are few, and those that nobody has seen fewer.
CREATE INDEX "callback_refusal_unseen" ON "callback_refusal"("business_id", "received_at" DESC)
    WHERE (kind = 'withdrawal' AND acknowledged_at IS NULL);

CREATE TABLE "contradiction_acknowledgement" (
    "business_id" UUID NOT NULL,
    "record" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "said" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "note" TEXT NOT NULL,

    CONSTRAINT "contradiction_acknowledgement_pkey" PRIMARY KEY ("business_id","record","record_id","said")
);
