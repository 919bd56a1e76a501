-- AlterTable
ALTER TABLE "intent_payment" ADD COLUMN     "is_further" BOOLEAN NOT NULL DEFAULT false;
