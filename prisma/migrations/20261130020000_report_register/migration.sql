-- CreateTable
CREATE TABLE "review_filing" (
    "business_id" UUID NOT NULL,
    "filing_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "case_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "reference" TEXT,
    "recorded_by" UUID NOT NULL,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL,
    "filed_on" DATE,

    CONSTRAINT "review_filing_pkey" PRIMARY KEY ("business_id","filing_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "review_filing_business_id_case_id_number_key" ON "review_filing"("business_id", "case_id", "number");

-- CreateIndex
CREATE INDEX "review_filing_business_id_recorded_at_filing_id_idx" ON "review_filing"("business_id", "recorded_at" DESC, "filing_id" DESC);

-- CreateIndex
CREATE INDEX "review_filing_business_id_state_recorded_at_filing_id_idx" ON "review_filing"("business_id", "state", "recorded_at" DESC, "filing_id" DESC);

-- CreateIndex
CREATE INDEX "review_filing_business_id_reference_idx" ON "review_filing"("business_id", "reference" text_pattern_ops);

-- AddForeignKey
ALTER TABLE "review_filing" ADD CONSTRAINT "review_filing_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_report"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE review_filing
  ADD CONSTRAINT review_filing_state CHECK (state IN ('draft', 'filed')),
  ADD CONSTRAINT review_filing_reference CHECK ((state = 'filed') = (reference IS NOT NULL)),
  ADD CONSTRAINT review_filing_number CHECK (number = 0 OR (number > 0 AND state = 'filed'));

-- Reports and amendments write their rows of the register, in the same transaction.
CREATE FUNCTION register_review_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_filing AS f (business_id, case_id, number, state, reference, recorded_by, recorded_at, filed_on)
  VALUES (NEW.business_id, NEW.case_id, 0, CASE WHEN NEW.filed_at IS NULL THEN 'draft' ELSE 'filed' END, NEW.reference,
          coalesce(NEW.filed_by, NEW.saved_by), coalesce(NEW.filed_at, NEW.saved_at), NEW.filed_on)
  ON CONFLICT (business_id, case_id, number) DO UPDATE
    SET state = EXCLUDED.state, reference = EXCLUDED.reference, recorded_by = EXCLUDED.recorded_by,
        recorded_at = EXCLUDED.recorded_at, filed_on = EXCLUDED.filed_on;
  RETURN NULL;
END
$$;
CREATE TRIGGER review_report_is_registered AFTER INSERT OR UPDATE ON review_report
  FOR EACH ROW EXECUTE FUNCTION register_review_report();

CREATE FUNCTION register_review_report_amendment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_filing (business_id, case_id, number, state, reference, recorded_by, recorded_at, filed_on)
  VALUES (NEW.business_id, NEW.case_id, NEW.number, 'filed', NEW.reference, NEW.filed_by, NEW.filed_at, NEW.filed_on);
  RETURN NULL;
END
$$;
CREATE TRIGGER review_report_amendment_is_registered AFTER INSERT ON review_report_amendment
  FOR EACH ROW EXECUTE FUNCTION register_review_report_amendment();

-- Reports from before the register.
INSERT INTO review_filing (business_id, case_id, number, state, reference, recorded_by, recorded_at, filed_on)
SELECT business_id, case_id, 0, CASE WHEN filed_at IS NULL THEN 'draft' ELSE 'filed' END, reference,
       coalesce(filed_by, saved_by), coalesce(filed_at, saved_at), filed_on FROM review_report
UNION ALL
SELECT business_id, case_id, number, 'filed', reference, filed_by, filed_at, filed_on FROM review_report_amendment;

-- A session of another time zone would store other instants.
CREATE TRIGGER review_filing_is_written_in_utc BEFORE INSERT OR UPDATE ON review_filing FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
