-- AlterTable
ALTER TABLE "callback_delivery" ADD COLUMN     "key_name" TEXT,
ADD COLUMN     "signature" TEXT;
