-- AlterTable
ALTER TABLE "payment_batch_row" ADD COLUMN     "taken_attempts" INTEGER;
