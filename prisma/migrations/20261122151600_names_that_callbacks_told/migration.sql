-- AlterTable
ALTER TABLE "unknown_name" ADD COLUMN     "withdrawal_id" UUID,
ALTER COLUMN "payment_id" DROP NOT NULL;
