-- What finance does about payments that do not fit.
CREATE TABLE "payment_exception" (
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "owner_id" UUID,
    "note" TEXT NOT NULL DEFAULT '',
    "resolved_states" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "resolved_by" UUID,
    "resolved_at" TIMESTAMPTZ(6),
    "changed_at" TIMESTAMPTZ(6) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "payment_exception_pkey" PRIMARY KEY ("business_id","kind","subject_id")
);

ALTER TABLE "payment_exception"
    ADD CONSTRAINT "payment_exception_kind_check" CHECK ("kind" IN ('payment', 'intent')),
    ADD CONSTRAINT "payment_exception_resolved_check"
        CHECK (("resolved_at" IS NULL) = ("resolved_by" IS NULL) AND ("resolved_at" IS NOT NULL OR cardinality("resolved_states") = 0)),
    ALTER COLUMN "resolved_states" SET NOT NULL;

-- Few payments do not fit: the worklist walks these alone, in its order.
CREATE INDEX "payment_exceptional_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC)
    WHERE (coverage IN ('under', 'over') OR late OR currency_mismatch OR NOT record_seen);
