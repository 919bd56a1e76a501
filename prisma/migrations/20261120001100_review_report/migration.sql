-- CreateTable
CREATE TABLE "review_report" (
    "business_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "narrative" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "saved_by" UUID NOT NULL,
    "saved_at" TIMESTAMPTZ(6) NOT NULL,
    "reference" TEXT,
    "filed_by" UUID,
    "filed_at" TIMESTAMPTZ(6),

    CONSTRAINT "review_report_pkey" PRIMARY KEY ("business_id","case_id")
);

-- CreateIndex
CREATE INDEX "review_report_business_id_saved_at_idx" ON "review_report"("business_id", "saved_at" DESC);

-- AddForeignKey
ALTER TABLE "review_report" ADD CONSTRAINT "review_report_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE review_report ADD CONSTRAINT review_report_filed CHECK (
  (filed_at IS NULL AND filed_by IS NULL AND reference IS NULL)
  OR (filed_at IS NOT NULL AND filed_by IS NOT NULL AND length(trim(reference)) > 0));

-- Only a report that two people decided on is filed, and what was filed stays as it was.
CREATE FUNCTION guard_review_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND OLD.filed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a filed report is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.filed_at IS NOT NULL AND NOT EXISTS (
       SELECT FROM review_decision d WHERE d.business_id = NEW.business_id AND d.case_id = NEW.case_id
         AND d.kind = 'report' AND d.state = 'final') THEN
    RAISE EXCEPTION 'only what two people decided to report is filed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_report_stays BEFORE INSERT OR UPDATE OR DELETE ON review_report
  FOR EACH ROW EXECUTE FUNCTION guard_review_report();
