-- AlterTable
ALTER TABLE "callback_message" ADD COLUMN     "accepted" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "orphan" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "callback_decision" (
    "id" BIGSERIAL NOT NULL,
    "business_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "person_id" UUID,
    "note" TEXT,
    "accepted" JSONB NOT NULL DEFAULT '[]',
    "verdict_before" TEXT NOT NULL,
    "verdict_after" TEXT NOT NULL,

    CONSTRAINT "callback_decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_reprocessing" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "business_id" UUID NOT NULL,
    "requested_by" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(6) NOT NULL,
    "dry_run_id" UUID,
    "selection" JSONB NOT NULL,
    "until" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL,
    "place_at" TIMESTAMPTZ(6),
    "place_id" UUID,
    "total" INTEGER NOT NULL,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "differing" INTEGER NOT NULL DEFAULT 0,
    "differences" JSONB NOT NULL DEFAULT '[]',
    "problem" TEXT,
    "leased_until" TIMESTAMPTZ(6),
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "callback_reprocessing_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "callback_decision_message_id_revision_key" ON "callback_decision"("message_id", "revision");

-- CreateIndex
CREATE INDEX "callback_reprocessing_business_id_requested_at_idx" ON "callback_reprocessing"("business_id", "requested_at" DESC);

-- CreateIndex
CREATE INDEX "callback_reprocessing_waiting" ON "callback_reprocessing"("requested_at") WHERE (state = 'waiting');

-- CreateIndex
CREATE INDEX "callback_message_by_verdict" ON "callback_message"("business_id", "verdict", "first_received_at" DESC, "id" DESC) WHERE (verdict <> 'applied');

-- CreateIndex
CREATE INDEX "callback_message_by_kind" ON "callback_message"("business_id", "kind", "first_received_at" DESC, "id" DESC) WHERE (kind <> 'deposit-received');

-- CreateIndex
CREATE INDEX "callback_message_orphan" ON "callback_message"("business_id", "first_received_at" DESC, "id" DESC) WHERE (orphan);

-- CreateIndex
CREATE INDEX "callback_message_with_reasons" ON "callback_message"("business_id", "first_received_at" DESC, "id" DESC) WHERE (reasons <> '[]'::jsonb);

-- CreateIndex
CREATE INDEX "callback_message_repeated" ON "callback_message"("business_id", "first_received_at" DESC, "id" DESC) WHERE (deliveries > 1);

-- AddForeignKey
ALTER TABLE "callback_decision" ADD CONSTRAINT "callback_decision_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "callback_message"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
