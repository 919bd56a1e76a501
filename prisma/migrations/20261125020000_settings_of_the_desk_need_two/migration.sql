-- AlterTable
ALTER TABLE "review_setting" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "review_setting_change" (
    "business_id" UUID NOT NULL,
    "change_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "version" INTEGER NOT NULL,
    "old_second_from_eur" DECIMAL(65,30) NOT NULL,
    "old_due_hours" INTEGER NOT NULL,
    "old_risk_score_from" DECIMAL(65,30),
    "second_from_eur" DECIMAL(65,30) NOT NULL,
    "due_hours" INTEGER NOT NULL,
    "risk_score_from" DECIMAL(65,30),
    "reason" TEXT NOT NULL,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "answered_by" UUID,
    "answered_at" TIMESTAMPTZ(6),
    "answer" TEXT,

    CONSTRAINT "review_setting_change_pkey" PRIMARY KEY ("business_id","change_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "review_setting_change_one_proposal" ON "review_setting_change"("business_id") WHERE (state = 'proposed');

-- CreateIndex
CREATE INDEX "review_setting_change_business_id_version_idx" ON "review_setting_change"("business_id", "version");

-- AddForeignKey
ALTER TABLE "review_setting_change" ADD CONSTRAINT "review_setting_change_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "review_setting"("business_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE review_setting_change
  ADD CONSTRAINT review_setting_change_state CHECK (state IN ('proposed', 'final', 'declined', 'withdrawn')),
  ADD CONSTRAINT review_setting_change_reason CHECK (length(trim(reason)) > 0),
  ADD CONSTRAINT review_setting_change_answered CHECK (
    (state = 'proposed') = (answered_by IS NULL) AND (answered_by IS NULL) = (answered_at IS NULL)),
  ADD CONSTRAINT review_setting_change_second_person CHECK (
    state NOT IN ('final', 'declined') OR answered_by <> proposed_by),
  ADD CONSTRAINT review_setting_change_withdrawn CHECK (state <> 'withdrawn' OR answered_by = proposed_by);

-- Returns true for an owner or a member of compliance who is not disabled. Holds the membership until the transaction
-- ends, so that a role can't be taken away between the check and the commit.
CREATE FUNCTION review_eligible(business uuid, person uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM membership m JOIN person p ON p.id = m.person_id
   WHERE m.business_id = business AND m.person_id = person
     AND m.role IN ('compliance', 'owner') AND p.disabled_at IS NULL
     FOR SHARE;
  RETURN FOUND;
END
$$;

-- A proposal records the settings that it starts from. It is approved only while they are unchanged, by somebody else,
-- and only while both people are eligible.
CREATE FUNCTION guard_review_setting_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  settings review_setting;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a proposed change of the settings is never deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO settings FROM review_setting WHERE business_id = NEW.business_id FOR UPDATE;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a change of the settings begins as a proposal' USING ERRCODE = 'check_violation';
    END IF;
    NEW.version := settings.version;
    NEW.old_second_from_eur := settings.second_from_eur;
    NEW.old_due_hours := settings.due_hours;
    NEW.old_risk_score_from := settings.risk_score_from;
    RETURN NEW;
  END IF;
  IF OLD.state <> 'proposed'
     OR (NEW.business_id, NEW.change_id, NEW.version, NEW.old_second_from_eur, NEW.old_due_hours,
         NEW.old_risk_score_from, NEW.second_from_eur, NEW.due_hours, NEW.risk_score_from, NEW.reason, NEW.proposed_by,
         NEW.proposed_at)
        IS DISTINCT FROM (OLD.business_id, OLD.change_id, OLD.version, OLD.old_second_from_eur, OLD.old_due_hours,
         OLD.old_risk_score_from, OLD.second_from_eur, OLD.due_hours, OLD.risk_score_from, OLD.reason, OLD.proposed_by,
         OLD.proposed_at) THEN
    RAISE EXCEPTION 'a proposed or answered change of the settings is never changed'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'final' THEN
    IF settings.version IS DISTINCT FROM OLD.version THEN
      RAISE EXCEPTION 'the settings have changed since the proposal' USING ERRCODE = 'check_violation';
    END IF;
    IF NOT (review_eligible(NEW.business_id, NEW.proposed_by) AND review_eligible(NEW.business_id, NEW.answered_by)) THEN
      RAISE EXCEPTION 'two eligible people approve a change of the settings' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_setting_change_stays BEFORE INSERT OR UPDATE OR DELETE ON review_setting_change
  FOR EACH ROW EXECUTE FUNCTION guard_review_setting_change();

-- A higher threshold, a longer due time, and a score threshold that is raised or switched off need a change that a
-- second person approved for exactly these settings. Every write counts the version up, so an approval works once.
CREATE FUNCTION guard_review_setting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  second numeric := 1000;
  hours integer := 24;
  score numeric;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'the settings of the desk are never deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW.version := 1;
  ELSE
    IF NEW.business_id <> OLD.business_id THEN
      RAISE EXCEPTION 'settings stay with their business' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.version := OLD.version + 1;
    second := OLD.second_from_eur;
    hours := OLD.due_hours;
    score := OLD.risk_score_from;
  END IF;
  IF NEW.second_from_eur > second OR NEW.due_hours > hours
     OR (score IS NOT NULL AND (NEW.risk_score_from IS NULL OR NEW.risk_score_from > score)) THEN
    IF TG_OP = 'INSERT' OR NOT EXISTS (
         SELECT FROM review_setting_change c
          WHERE c.business_id = NEW.business_id AND c.version = OLD.version AND c.state = 'final'
            AND c.answered_by <> c.proposed_by AND c.second_from_eur = NEW.second_from_eur
            AND c.due_hours = NEW.due_hours AND c.risk_score_from IS NOT DISTINCT FROM NEW.risk_score_from) THEN
      RAISE EXCEPTION 'a second person approves weaker settings first' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_setting_takes_two BEFORE INSERT OR UPDATE OR DELETE ON review_setting
  FOR EACH ROW EXECUTE FUNCTION guard_review_setting();
