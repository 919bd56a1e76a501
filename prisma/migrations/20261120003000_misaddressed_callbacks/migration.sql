-- CreateTable
CREATE TABLE "callback_refusal_count" (
    "business_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(6) NOT NULL,
    "reason" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "callback_refusal_count_pkey" PRIMARY KEY ("business_id","hour","reason")
);
