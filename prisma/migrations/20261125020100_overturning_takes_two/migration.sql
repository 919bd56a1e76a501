-- AlterTable
ALTER TABLE "review_case" ADD COLUMN     "two_people" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "review_reopening" (
    "business_id" UUID NOT NULL,
    "reopening_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "case_id" UUID NOT NULL,
    "decision_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "answered_by" UUID,
    "answered_at" TIMESTAMPTZ(6),
    "answer" TEXT,

    CONSTRAINT "review_reopening_pkey" PRIMARY KEY ("business_id","reopening_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "review_reopening_one_proposal" ON "review_reopening"("business_id", "decision_id") WHERE (state = 'proposed');

-- CreateIndex
CREATE INDEX "review_reopening_business_id_case_id_proposed_at_idx" ON "review_reopening"("business_id", "case_id", "proposed_at");

-- AddForeignKey
ALTER TABLE "review_reopening" ADD CONSTRAINT "review_reopening_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE review_reopening
  ADD CONSTRAINT review_reopening_state CHECK (state IN ('proposed', 'final', 'declined', 'withdrawn')),
  ADD CONSTRAINT review_reopening_reason CHECK (length(trim(reason)) > 0),
  ADD CONSTRAINT review_reopening_answered CHECK (
    (state = 'proposed') = (answered_by IS NULL) AND (answered_by IS NULL) = (answered_at IS NULL)),
  ADD CONSTRAINT review_reopening_second_person CHECK (
    state NOT IN ('final', 'declined') OR answered_by <> proposed_by),
  ADD CONSTRAINT review_reopening_withdrawn CHECK (state <> 'withdrawn' OR answered_by = proposed_by);

-- Everything that two people have decided on so far: the case of the decision, the cases that had joined it then by what
-- was kept with the decision, and those that are part of it now.
ALTER TABLE review_case DISABLE TRIGGER USER;
UPDATE review_case c SET two_people = true FROM (
  SELECT d.business_id, c.case_id FROM review_decision d
    JOIN review_case c ON c.business_id = d.business_id AND (c.case_id = d.case_id OR c.merged_into = d.case_id)
   WHERE d.state = 'final' AND d.needs_second
  UNION
  SELECT d.business_id, c.case_id FROM review_decision d
    CROSS JOIN LATERAL jsonb_array_elements(d.subjects) AS subject
    JOIN review_case c ON c.business_id = d.business_id AND c.number = (subject ->> 'case')::integer
   WHERE d.state = 'final' AND d.needs_second AND jsonb_typeof(d.subjects) = 'array') AS decided
 WHERE c.business_id = decided.business_id AND c.case_id = decided.case_id;
ALTER TABLE review_case ENABLE TRIGGER USER;

-- Returns true where two people decided on any part of the case before.
CREATE FUNCTION review_takes_two(business uuid, of_case uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM review_case
                  WHERE business_id = business AND (case_id = of_case OR merged_into = of_case) AND two_people)
$$;

-- Runs after review_decision_is_judged and makes it stricter only: whatever two people decided on before needs two again.
CREATE FUNCTION judge_second_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.needs_second := NEW.needs_second OR review_takes_two(NEW.business_id, NEW.case_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER review_decision_needs_two_again BEFORE INSERT ON review_decision
  FOR EACH ROW EXECUTE FUNCTION judge_second_again();

-- The proposal names the decision that it overturns, so that an approval works for that one alone.
CREATE FUNCTION guard_review_reopening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT decision_id INTO NEW.decision_id FROM review_case
     WHERE business_id = NEW.business_id AND case_id = NEW.case_id AND state = 'decided';
    IF NEW.state <> 'proposed' OR NOT FOUND THEN
      RAISE EXCEPTION 'reopening a decided case begins as a proposal' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.state <> 'proposed'
     OR (NEW.business_id, NEW.reopening_id, NEW.case_id, NEW.decision_id, NEW.reason, NEW.proposed_by, NEW.proposed_at)
        IS DISTINCT FROM (OLD.business_id, OLD.reopening_id, OLD.case_id, OLD.decision_id, OLD.reason, OLD.proposed_by,
         OLD.proposed_at) THEN
    RAISE EXCEPTION 'a proposed or answered reopening is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'final'
     AND NOT (review_eligible(NEW.business_id, NEW.proposed_by) AND review_eligible(NEW.business_id, NEW.answered_by)) THEN
    RAISE EXCEPTION 'two eligible people approve a reopening' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_reopening_stays BEFORE INSERT OR UPDATE OR DELETE ON review_reopening
  FOR EACH ROW EXECUTE FUNCTION guard_review_reopening();

-- What two people decided stays decided until a second person approves its reopening, or a fact is added to a cleared
-- case after the decision. Joining an undecided case or leaving a decided one would overturn it too.
CREATE FUNCTION guard_review_overturn() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_decided boolean;
  standing review_decision;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.two_people := false;
    RETURN NEW;
  END IF;
  NEW.two_people := NEW.two_people OR OLD.two_people;
  IF NEW.state = 'decided' AND OLD.state <> 'decided' THEN
    NEW.two_people := NEW.two_people OR (
      SELECT needs_second FROM review_decision
       WHERE business_id = NEW.business_id AND decision_id = NEW.decision_id);
    RETURN NEW;
  END IF;
  IF OLD.state = 'merged' THEN
    IF NEW.state = 'merged' AND NEW.merged_into IS NOT DISTINCT FROM OLD.merged_into THEN
      RETURN NEW;
    END IF;
    SELECT state = 'decided' INTO was_decided FROM review_case
     WHERE business_id = OLD.business_id AND case_id = OLD.merged_into;
  ELSE
    was_decided := OLD.state = 'decided';
  END IF;
  IF NOT was_decided OR NEW.state = 'decided'
     OR NOT review_takes_two(OLD.business_id, coalesce(OLD.merged_into, OLD.case_id)) THEN
    RETURN NEW;
  END IF;
  IF NEW.state = 'merged' THEN
    -- guard_review_merge holds the case that stays and refuses a different decision.
    IF EXISTS (SELECT FROM review_case
                WHERE business_id = NEW.business_id AND case_id = NEW.merged_into AND state = 'decided') THEN
      RETURN NEW;
    END IF;
  ELSIF NEW.state = 'open' AND OLD.state = 'decided' THEN
    IF EXISTS (SELECT FROM review_reopening r
                WHERE r.business_id = OLD.business_id AND r.case_id = OLD.case_id AND r.decision_id = OLD.decision_id
                  AND r.state = 'final' AND r.answered_by <> r.proposed_by) THEN
      RETURN NEW;
    END IF;
    SELECT * INTO standing FROM review_decision
     WHERE business_id = OLD.business_id AND decision_id = OLD.decision_id;
    IF standing.kind = 'clear' AND EXISTS (
         SELECT FROM review_fact f
           JOIN review_case c ON c.business_id = f.business_id AND c.case_id = f.case_id
          WHERE c.business_id = OLD.business_id AND (c.case_id = OLD.case_id OR c.merged_into = OLD.case_id)
            AND f.seen_at >= greatest(standing.proposed_at, standing.answered_at, c.merged_at)) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a second person approves overturning what two people decided' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER review_case_overturned BEFORE INSERT OR UPDATE ON review_case
  FOR EACH ROW EXECUTE FUNCTION guard_review_overturn();

-- Whatever was part of the case when two people decided needs two people later, also by itself.
CREATE FUNCTION mark_two_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE review_case SET two_people = true
   WHERE business_id = NEW.business_id AND merged_into = NEW.case_id AND NOT two_people;
  RETURN NULL;
END
$$;
CREATE TRIGGER review_case_marks_two AFTER UPDATE OF state ON review_case FOR EACH ROW
  WHEN (NEW.state = 'decided' AND OLD.state IS DISTINCT FROM NEW.state AND NEW.two_people)
  EXECUTE FUNCTION mark_two_people();

-- The second person of a decision is eligible at that moment, whoever writes the row.
CREATE FUNCTION guard_second_of_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT review_eligible(NEW.business_id, NEW.answered_by) THEN
    RAISE EXCEPTION 'an eligible person approves a decision' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_decision_second_is_eligible BEFORE UPDATE ON review_decision FOR EACH ROW
  WHEN (OLD.state = 'proposed' AND NEW.state = 'final' AND NEW.answered_by IS NOT NULL)
  EXECUTE FUNCTION guard_second_of_decision();
