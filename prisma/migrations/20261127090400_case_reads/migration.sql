-- CreateTable
CREATE TABLE "review_read" (
    "business_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(6),
    "failed_at" TIMESTAMPTZ(6),
    "failure" TEXT,

    CONSTRAINT "review_read_pkey" PRIMARY KEY ("business_id","case_id")
);

-- AddForeignKey
ALTER TABLE "review_read" ADD CONSTRAINT "review_read_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE review_read ADD CONSTRAINT review_read_failure CHECK ((failed_at IS NULL) = (failure IS NULL));
