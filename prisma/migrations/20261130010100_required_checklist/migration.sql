-- AlterTable
ALTER TABLE "review_decision" ADD COLUMN     "checks" JSONB;

-- From here on what Prisma's schema can't say.

-- The checklist items that a decision needs, as in lib/reviews/model.ts.
CREATE FUNCTION review_required_steps(subject_kind text, decision text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE decision
    WHEN 'clear' THEN CASE subject_kind
      WHEN 'deposit' THEN ARRAY['identity', 'source', 'sanctions']
      ELSE ARRAY['identity', 'source', 'sanctions', 'purpose'] END
    WHEN 'keep-blocked' THEN ARRAY['source']
    WHEN 'recommend-refund' THEN ARRAY['source', 'sanctions']
    ELSE ARRAY['source', 'sanctions', 'evidence'] END
$$;

-- Stores the completed items with the decision, and refuses a decision without its required items. Programs older than
-- findings propose without a finding while an installation is updated, so those decisions are not refused.
CREATE FUNCTION require_review_checks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  missing text[];
BEGIN
  SELECT coalesce(jsonb_agg(jsonb_build_object('step', k.step, 'personId', k.person_id) ORDER BY k.step), '[]')
    INTO NEW.checks
    FROM (SELECT DISTINCT ON (k.step) k.step, k.person_id
            FROM review_case c JOIN review_check k USING (business_id, case_id)
           WHERE c.business_id = NEW.business_id AND (c.case_id = NEW.case_id OR c.merged_into = NEW.case_id)
           ORDER BY k.step, k.at) AS k;
  IF NEW.finding IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT array_agg(DISTINCT needed.step) INTO missing
    FROM review_case c, unnest(review_required_steps(c.subject_kind, NEW.kind)) AS needed (step)
   WHERE c.business_id = NEW.business_id AND (c.case_id = NEW.case_id OR c.merged_into = NEW.case_id)
     AND NOT jsonb_path_exists(NEW.checks, '$[*] ? (@.step == $step)', jsonb_build_object('step', needed.step));
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'required checklist items are missing: %', array_to_string(missing, ', ')
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_decision_needs_checks BEFORE INSERT ON review_decision
  FOR EACH ROW EXECUTE FUNCTION require_review_checks();

CREATE OR REPLACE FUNCTION guard_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.state <> 'proposed'
     OR (NEW.business_id, NEW.decision_id, NEW.case_id, NEW.kind, NEW.reason, NEW.finding, NEW.checks,
         NEW.service_status, NEW.subjects, NEW.proposed_by, NEW.proposed_at, NEW.needs_second)
        IS DISTINCT FROM (OLD.business_id, OLD.decision_id, OLD.case_id, OLD.kind, OLD.reason, OLD.finding, OLD.checks,
         OLD.service_status, OLD.subjects, OLD.proposed_by, OLD.proposed_at, OLD.needs_second) THEN
    RAISE EXCEPTION 'a decision is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
