-- A passkey as the second step of a sign-in: its challenge belongs to the sign-in that waits.

-- AlterTable
ALTER TABLE "passkey_challenge" ADD COLUMN     "pending_id" UUID;

-- CreateIndex
CREATE INDEX "passkey_challenge_pending_id_idx" ON "passkey_challenge"("pending_id");

-- AddForeignKey
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_pending_id_fkey" FOREIGN KEY ("pending_id") REFERENCES "pending_sign_in"("pending_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE passkey_challenge
  ADD CONSTRAINT passkey_challenge_pending CHECK ((purpose = 'second-factor') = (pending_id IS NOT NULL));
