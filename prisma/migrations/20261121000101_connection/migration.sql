-- CreateTable
CREATE TABLE "connection_check" (
    "business_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL,
    "said" TEXT NOT NULL,

    CONSTRAINT "connection_check_pkey" PRIMARY KEY ("business_id","key")
);

-- CreateTable
CREATE TABLE "unknown_name" (
    "business_id" UUID NOT NULL,
    "field" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(6) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL,
    "payment_id" UUID NOT NULL,

    CONSTRAINT "unknown_name_pkey" PRIMARY KEY ("business_id","field","value")
);

-- CreateIndex
CREATE INDEX "deposit_without_callback" ON "deposit"("business_id", "deposit_received_at") WHERE (status = 'CONFIRMED' AND versions = 0);

-- CreateIndex
CREATE INDEX "deposit_in_conflict" ON "deposit"("business_id", "changed_at") WHERE (conflicts <> '[]'::jsonb);

-- CreateIndex
CREATE INDEX "payment_in_conflict" ON "payment"("business_id", "changed_at") WHERE (conflicts <> '[]'::jsonb);

-- CreateIndex
CREATE INDEX "withdrawal_in_conflict" ON "withdrawal"("business_id", "changed_at") WHERE (conflicts <> '[]'::jsonb);
