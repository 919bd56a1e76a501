-- AlterTable
ALTER TABLE "review_decision" ADD COLUMN     "finding" TEXT;

-- From here on what Prisma's schema can't say.

-- Existing rows have no finding, so they need no check.
ALTER TABLE review_decision
  ADD CONSTRAINT review_decision_finding CHECK (finding IN (
    'no-concern', 'explained', 'wrong-match', 'unproven-source', 'mixer', 'darknet', 'fraud', 'stolen-funds',
    'structuring', 'sanctions', 'terrorism', 'other')) NOT VALID;

-- The finding is part of the decision, so it never changes either.
CREATE OR REPLACE FUNCTION guard_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.state <> 'proposed'
     OR (NEW.business_id, NEW.decision_id, NEW.case_id, NEW.kind, NEW.reason, NEW.finding, NEW.service_status,
         NEW.subjects, NEW.proposed_by, NEW.proposed_at, NEW.needs_second)
        IS DISTINCT FROM (OLD.business_id, OLD.decision_id, OLD.case_id, OLD.kind, OLD.reason, OLD.finding,
         OLD.service_status, OLD.subjects, OLD.proposed_by, OLD.proposed_at, OLD.needs_second) THEN
    RAISE EXCEPTION 'a decision is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
