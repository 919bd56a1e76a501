-- CreateTable
CREATE TABLE "intent_payment" (
    "business_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "intent_id" UUID NOT NULL,
    "confirmed" BOOLEAN NOT NULL,
    "found_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "intent_payment_pkey" PRIMARY KEY ("business_id","payment_id")
);

-- CreateIndex
CREATE INDEX "intent_payment_intent_id_idx" ON "intent_payment"("intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_intent_business_id_id_key" ON "payment_intent"("business_id", "id");

-- AddForeignKey
ALTER TABLE "intent_payment" ADD CONSTRAINT "intent_payment_business_id_intent_id_fkey" FOREIGN KEY ("business_id", "intent_id") REFERENCES "payment_intent"("business_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is known by now. Only an answer to our own request gives a link to the intent.
INSERT INTO intent_payment (business_id, payment_id, intent_id, confirmed, found_at)
SELECT business_id, payment_id, id, payment_url IS NOT NULL, changed_at
  FROM payment_intent WHERE payment_id IS NOT NULL ORDER BY created_at
ON CONFLICT DO NOTHING;
