-- AlterTable
ALTER TABLE "review_decision" ADD COLUMN     "subjects" JSONB;

-- From here on what Prisma's schema can't say.

-- Whether a second person must confirm is said here, from the amounts as they stand, and so is what was decided on:
-- everything that the case is about at that moment, whoever writes the row.
CREATE OR REPLACE FUNCTION judge_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  eur numeric;
  threshold numeric;
BEGIN
  SELECT CASE WHEN bool_and(d.uniform_payable_amount IS NOT NULL) THEN sum(d.uniform_payable_amount) END,
         jsonb_agg(jsonb_build_object('case', c.number, 'kind', c.subject_kind, 'id', c.subject_id,
           'status', coalesce(d.status, w.status), 'refundStatus', d.refund_status,
           'eur', trim_scale(d.uniform_payable_amount)::text) ORDER BY c.case_id <> NEW.case_id, c.number)
    INTO eur, NEW.subjects
    FROM review_case c
    LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
    LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
      AND w.business_id = c.business_id AND w.withdrawal_id = c.subject_id
   WHERE c.business_id = NEW.business_id AND (c.case_id = NEW.case_id OR c.merged_into = NEW.case_id);
  SELECT second_from_eur INTO threshold FROM review_setting WHERE business_id = NEW.business_id;
  NEW.needs_second := NEW.kind = 'report' OR eur IS NULL OR eur >= coalesce(threshold, 1000);
  IF NEW.state NOT IN ('proposed', 'final') OR NEW.answered_by IS NOT NULL THEN
    RAISE EXCEPTION 'a decision begins as a proposal' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION guard_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.state <> 'proposed'
     OR (NEW.business_id, NEW.decision_id, NEW.case_id, NEW.kind, NEW.reason, NEW.service_status, NEW.subjects,
         NEW.proposed_by, NEW.proposed_at, NEW.needs_second)
        IS DISTINCT FROM (OLD.business_id, OLD.decision_id, OLD.case_id, OLD.kind, OLD.reason, OLD.service_status,
         OLD.subjects, OLD.proposed_by, OLD.proposed_at, OLD.needs_second) THEN
    RAISE EXCEPTION 'a decision is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
