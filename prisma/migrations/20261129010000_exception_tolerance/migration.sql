-- CreateTable
CREATE TABLE "exception_tolerance" (
    "business_id" UUID NOT NULL,
    "maximum_eur" DECIMAL(65,30),
    "maximum_percent" DECIMAL(65,30),

    CONSTRAINT "exception_tolerance_pkey" PRIMARY KEY ("business_id")
);

ALTER TABLE "exception_tolerance" ADD CONSTRAINT "exception_tolerance_limits"
  CHECK (maximum_eur > 0 AND maximum_percent > 0 AND maximum_percent <= 100);
