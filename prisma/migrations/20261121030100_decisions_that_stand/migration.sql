-- AlterTable
ALTER TABLE "review_case" ADD COLUMN     "decision_id" UUID;

-- From here on what Prisma's schema can't say.

-- Whatever is final by now was used to decide its case, also where that was opened again since. Nothing is looked at
-- anew because of this.
ALTER TABLE review_case DISABLE TRIGGER USER;
UPDATE review_case c SET decision_id = (
  SELECT d.decision_id FROM review_decision d
   WHERE d.business_id = c.business_id AND d.case_id = c.case_id AND d.state = 'final'
   ORDER BY d.proposed_at DESC, d.decision_id LIMIT 1);
ALTER TABLE review_case ENABLE TRIGGER USER;

-- A case is decided by a decision that stands and that it was not decided by before: opening it again uses a decision
-- up. Which one that is, is written here, whoever writes the row.
CREATE OR REPLACE FUNCTION guard_review_case() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_at timestamptz;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state = 'decided' THEN
      RAISE EXCEPTION 'a case is decided by a decision' USING ERRCODE = 'check_violation';
    END IF;
    NEW.decision_id := NULL;
    RETURN NEW;
  END IF;
  NEW.decision_id := OLD.decision_id;
  IF NEW.state <> 'decided' OR OLD.state = 'decided' THEN
    RETURN NEW;
  END IF;
  SELECT proposed_at INTO last_at FROM review_decision
   WHERE business_id = OLD.business_id AND decision_id = OLD.decision_id;
  SELECT decision_id INTO NEW.decision_id FROM review_decision
   WHERE business_id = NEW.business_id AND case_id = NEW.case_id AND state = 'final'
     AND decision_id IS DISTINCT FROM OLD.decision_id AND proposed_at >= coalesce(last_at, '-infinity')
   ORDER BY proposed_at DESC, decision_id LIMIT 1;
  IF NEW.decision_id IS NULL OR OLD.state = 'merged' THEN
    RAISE EXCEPTION 'a case is decided by a decision' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
DROP TRIGGER review_case_is_decided ON review_case;
CREATE TRIGGER review_case_is_decided BEFORE INSERT OR UPDATE ON review_case
  FOR EACH ROW EXECUTE FUNCTION guard_review_case();

-- Beside what was refused before: what is decided never stands over something that nobody decided, or that was decided
-- differently. What joined a case earlier is as decided as that one.
CREATE OR REPLACE FUNCTION guard_review_merge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stays review_case;
  joins review_case;
BEGIN
  SELECT * INTO stays FROM review_case
   WHERE business_id = NEW.business_id AND case_id = NEW.merged_into AND state <> 'merged' FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a case joins one that stands by itself' USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM review_case WHERE business_id = NEW.business_id AND merged_into = NEW.case_id) THEN
    RAISE EXCEPTION 'what joined a case goes with it first' USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM review_decision WHERE business_id = NEW.business_id
                AND case_id IN (NEW.case_id, NEW.merged_into) AND state = 'proposed') THEN
    RAISE EXCEPTION 'a case with a proposal joins nothing' USING ERRCODE = 'check_violation';
  END IF;
  IF stays.state = 'decided' AND (TG_OP = 'INSERT' OR NEW.merged_into IS DISTINCT FROM OLD.merged_into) THEN
    IF TG_OP = 'UPDATE' THEN
      SELECT * INTO joins FROM review_case
       WHERE business_id = OLD.business_id AND case_id = coalesce(OLD.merged_into, OLD.case_id);
    END IF;
    IF joins.state IS DISTINCT FROM 'decided' THEN
      RAISE EXCEPTION 'what nobody decided joins nothing that is decided' USING ERRCODE = 'check_violation';
    END IF;
    IF (SELECT count(DISTINCT kind) FROM review_decision WHERE business_id = NEW.business_id
           AND decision_id IN (stays.decision_id, joins.decision_id)) <> 1 THEN
      RAISE EXCEPTION 'cases that were decided differently join nothing of each other' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
