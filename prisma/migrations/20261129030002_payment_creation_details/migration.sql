-- CreateTable
CREATE TABLE "payment_creation_detail" (
    "business_id" UUID NOT NULL,
    "client_payment_id" TEXT NOT NULL,
    "note" TEXT,
    "label_ids" UUID[],
    "former_payment_id" UUID,
    "person_id" UUID NOT NULL,
    "saved_at" TIMESTAMPTZ(6) NOT NULL,
    "payment_id" UUID,

    CONSTRAINT "payment_creation_detail_pkey" PRIMARY KEY ("business_id","client_payment_id")
);

-- CreateIndex
CREATE INDEX "payment_creation_detail_business_id_former_payment_id_idx" ON "payment_creation_detail"("business_id", "former_payment_id") WHERE (former_payment_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "payment_creation_detail_business_id_payment_id_idx" ON "payment_creation_detail"("business_id", "payment_id") WHERE (payment_id IS NOT NULL);

-- From here on what Prisma's schema can't say.

ALTER TABLE payment_creation_detail
  ADD CONSTRAINT payment_creation_detail_note CHECK (length(note) BETWEEN 1 AND 4000),
  ADD CONSTRAINT payment_creation_detail_labels CHECK (coalesce(cardinality(label_ids), 0) <= 20);

-- A session of another time zone would store other instants.
CREATE TRIGGER payment_creation_detail_is_written_in_utc BEFORE INSERT OR UPDATE ON payment_creation_detail FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
