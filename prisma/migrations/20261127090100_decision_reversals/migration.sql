-- CreateTable
CREATE TABLE "review_reversal" (
    "business_id" UUID NOT NULL,
    "decision_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "reason" TEXT,
    "reversed_by" UUID,
    "approved_by" UUID,
    "reversed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_reversal_pkey" PRIMARY KEY ("business_id","decision_id")
);

-- CreateIndex
CREATE INDEX "review_reversal_business_id_case_id_idx" ON "review_reversal"("business_id", "case_id");

-- AddForeignKey
ALTER TABLE "review_reversal" ADD CONSTRAINT "review_reversal_business_id_decision_id_fkey" FOREIGN KEY ("business_id", "decision_id") REFERENCES "review_decision"("business_id", "decision_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE review_reversal
  ADD CONSTRAINT review_reversal_reason CHECK ((reason IS NULL) = (reversed_by IS NULL) AND length(trim(reason)) > 0),
  ADD CONSTRAINT review_reversal_second_person CHECK (
    approved_by IS NULL OR (reversed_by IS NOT NULL AND approved_by <> reversed_by));

-- Reopenings before this table: the reasons are in the audit log, and the decision is the last one before.
INSERT INTO review_reversal (business_id, decision_id, case_id, reason, reversed_by, approved_by, reversed_at)
SELECT DISTINCT ON (d.business_id, d.decision_id) d.business_id, d.decision_id, d.case_id, said.reason, said.reversed_by,
       CASE WHEN said.reversed_by <> said.acted_by THEN said.acted_by END, said.at
  FROM (SELECT e.chain_id, e.object_id, e.at,
               nullif(trim(e.after ->> 'reason'), '') AS reason,
               CASE WHEN nullif(trim(e.after ->> 'reason'), '') IS NULL THEN NULL
                    WHEN e.action = 'review-case.approve-reopen' THEN (e.after ->> 'proposedBy')::uuid
                    ELSE e.actor_id::uuid END AS reversed_by,
               CASE WHEN e.action = 'review-case.approve-reopen' THEN e.actor_id::uuid END AS acted_by
          FROM audit_entry e
         WHERE e.object_type = 'review-case'
           AND (e.action = 'review-case.approve-reopen'
                OR e.action = 'review-case.reopen' AND (e.actor_kind = 'person' OR e.after ->> 'reason' IS NULL))) AS said
  JOIN LATERAL (
    SELECT d.business_id, d.decision_id, d.case_id FROM review_decision d
     WHERE d.business_id::text = said.chain_id::text AND d.case_id::text = said.object_id AND d.state = 'final'
       AND coalesce(d.answered_at, d.proposed_at) <= said.at
     ORDER BY coalesce(d.answered_at, d.proposed_at) DESC LIMIT 1) AS d ON true
 ORDER BY d.business_id, d.decision_id, said.at;

-- A reversal names a decision of its case that took effect, and is never changed.
CREATE FUNCTION guard_review_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'a reversal of a decision is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT EXISTS (SELECT FROM review_decision
                  WHERE business_id = NEW.business_id AND decision_id = NEW.decision_id AND case_id = NEW.case_id
                    AND state = 'final') THEN
    RAISE EXCEPTION 'only a final decision is reversed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_reversal_stays BEFORE INSERT OR UPDATE OR DELETE ON review_reversal
  FOR EACH ROW EXECUTE FUNCTION guard_review_reversal();
