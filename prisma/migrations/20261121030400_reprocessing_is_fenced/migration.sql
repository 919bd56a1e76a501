-- AlterTable
ALTER TABLE "callback_reprocessing" ADD COLUMN     "lease_token" UUID;

-- CreateIndex
CREATE INDEX "service_answer_business_id_first_started_at_id_idx" ON "service_answer"("business_id", "first_started_at", "id");
