-- CreateTable
CREATE TABLE "customer_message" (
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "changed_by" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "customer_message_pkey" PRIMARY KEY ("business_id","kind","language")
);

-- From here on what Prisma's schema can't say.

ALTER TABLE customer_message
  ADD CONSTRAINT customer_message_kind CHECK (kind IN ('request', 'reminder')),
  ADD CONSTRAINT customer_message_text CHECK (length(text) BETWEEN 1 AND 2000);
