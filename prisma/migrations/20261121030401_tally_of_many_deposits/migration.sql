-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "deposit_tally" JSONB;
