-- Which callbacks came to a wrong address or could not be kept, and from when to when.
ALTER TABLE "callback_refusal_count"
    ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'unknown',
    ADD COLUMN "first_seen_at" TIMESTAMPTZ(6),
    ADD COLUMN "last_seen_at" TIMESTAMPTZ(6);

-- Until now only the hour was known.
UPDATE "callback_refusal_count" SET "first_seen_at" = "hour", "last_seen_at" = "hour";

ALTER TABLE "callback_refusal_count"
    ALTER COLUMN "kind" DROP DEFAULT,
    ALTER COLUMN "first_seen_at" SET NOT NULL,
    ALTER COLUMN "last_seen_at" SET NOT NULL,
    DROP CONSTRAINT "callback_refusal_count_pkey",
    ADD CONSTRAINT "callback_refusal_count_pkey" PRIMARY KEY ("business_id","hour","kind","reason");
