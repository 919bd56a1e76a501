-- AlterTable
ALTER TABLE "review_report" ADD COLUMN     "filed_on" DATE;

-- CreateTable
CREATE TABLE "review_report_amendment" (
    "business_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "number" INTEGER NOT NULL DEFAULT 0,
    "narrative" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "filed_on" DATE NOT NULL,
    "reason" TEXT NOT NULL,
    "filed_by" UUID NOT NULL,
    "filed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_report_amendment_pkey" PRIMARY KEY ("business_id","case_id","number")
);

-- AddForeignKey
ALTER TABLE "review_report_amendment" ADD CONSTRAINT "review_report_amendment_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_report"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

-- Reports that were filed before have no date of filing.
ALTER TABLE review_report ADD CONSTRAINT review_report_filed_on CHECK (filed_on IS NULL OR filed_at IS NOT NULL);

ALTER TABLE review_report_amendment ADD CONSTRAINT review_report_amendment_texts CHECK (
  length(trim(narrative)) > 0 AND length(trim(reference)) > 0 AND length(trim(reason)) > 0);

-- A filed report is corrected by a further amendment only. The database numbers the amendments.
CREATE FUNCTION guard_review_report_amendment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'an amendment of a report is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM review_report
    WHERE business_id = NEW.business_id AND case_id = NEW.case_id AND filed_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a filed report is amended' USING ERRCODE = 'check_violation';
  END IF;
  SELECT coalesce(max(number), 0) + 1 INTO NEW.number FROM review_report_amendment
   WHERE business_id = NEW.business_id AND case_id = NEW.case_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_report_amendment_stays BEFORE INSERT OR UPDATE OR DELETE ON review_report_amendment
  FOR EACH ROW EXECUTE FUNCTION guard_review_report_amendment();
CREATE TRIGGER review_report_amendment_has_case BEFORE INSERT OR UPDATE ON review_report_amendment
  FOR EACH ROW EXECUTE FUNCTION refuse_work_on_merged();
