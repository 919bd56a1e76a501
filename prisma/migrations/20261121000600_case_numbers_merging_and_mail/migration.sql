-- AlterTable
ALTER TABLE "review_case" ADD COLUMN     "disagrees_at" TIMESTAMPTZ(6),
ADD COLUMN     "merged_at" TIMESTAMPTZ(6),
ADD COLUMN     "merged_into" UUID,
ADD COLUMN     "number" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "overdue_told" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "mail_message" (
    "mail_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "business_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "permission" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "not_before" TIMESTAMPTZ(6) NOT NULL,
    "settled_at" TIMESTAMPTZ(6),
    "last_error" TEXT,

    CONSTRAINT "mail_message_pkey" PRIMARY KEY ("mail_id")
);

-- CreateTable
CREATE TABLE "review_alert" (
    "business_id" UUID NOT NULL,
    "alert_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "case_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "not_before" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "settled_at" TIMESTAMPTZ(6),

    CONSTRAINT "review_alert_pkey" PRIMARY KEY ("business_id","alert_id")
);

-- CreateTable
CREATE TABLE "review_alert_choice" (
    "business_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "wanted" BOOLEAN NOT NULL,

    CONSTRAINT "review_alert_choice_pkey" PRIMARY KEY ("business_id","person_id")
);

-- From here on what Prisma's schema can't say, in the order in which it is possible.

-- Cases that were opened before they had numbers are counted in the order in which they were opened.
UPDATE review_case c SET number = counted.number FROM (
  SELECT business_id, case_id, row_number() OVER (PARTITION BY business_id ORDER BY opened_at, case_id) AS number
    FROM review_case) AS counted
 WHERE c.business_id = counted.business_id AND c.case_id = counted.case_id;
ALTER TABLE review_case ADD CONSTRAINT review_case_number CHECK (number > 0);

CREATE FUNCTION number_review_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever opens cases of one business waits for the other: no number is given twice.
  PERFORM pg_advisory_xact_lock(hashtextextended('review_case ' || NEW.business_id, 0));
  SELECT coalesce(max(number), 0) + 1 INTO NEW.number FROM review_case WHERE business_id = NEW.business_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_case_is_numbered BEFORE INSERT ON review_case
  FOR EACH ROW EXECUTE FUNCTION number_review_case();

-- CreateIndex
CREATE INDEX "mail_message_waiting" ON "mail_message"("not_before") WHERE (state = 'waiting');

-- CreateIndex
CREATE INDEX "mail_message_business_id_created_at_idx" ON "mail_message"("business_id", "created_at");

-- CreateIndex
CREATE INDEX "review_alert_waiting" ON "review_alert"("business_id", "not_before") WHERE (state = 'waiting');

-- CreateIndex
CREATE INDEX "review_alert_business_id_settled_at_idx" ON "review_alert"("business_id", "settled_at");

-- CreateIndex
CREATE UNIQUE INDEX "review_alert_business_id_case_id_kind_at_key" ON "review_alert"("business_id", "case_id", "kind", "at");

-- CreateIndex
CREATE INDEX "review_case_business_id_merged_into_idx" ON "review_case"("business_id", "merged_into") WHERE (merged_into IS NOT NULL);

-- CreateIndex
CREATE INDEX "review_case_not_told_overdue" ON "review_case"("due_at") WHERE (state IN ('open', 'proposed') AND NOT overdue_told);

-- CreateIndex
CREATE UNIQUE INDEX "review_case_business_id_number_key" ON "review_case"("business_id", "number");

-- AddForeignKey
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_case" ADD CONSTRAINT "review_case_business_id_merged_into_fkey" FOREIGN KEY ("business_id", "merged_into") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_alert" ADD CONSTRAINT "review_alert_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE review_case
  DROP CONSTRAINT review_case_state,
  ADD CONSTRAINT review_case_state CHECK (state IN ('open', 'proposed', 'decided', 'merged')),
  ADD CONSTRAINT review_case_merged CHECK (
    (state = 'merged') = (merged_into IS NOT NULL) AND (state = 'merged') = (merged_at IS NOT NULL)
    AND merged_into IS DISTINCT FROM case_id);
ALTER TABLE review_alert
  ADD CONSTRAINT review_alert_kind CHECK (kind IN ('opened', 'reopened', 'overdue', 'disagreement')),
  ADD CONSTRAINT review_alert_state CHECK (state IN ('waiting', 'mailed', 'moot')),
  ADD CONSTRAINT review_alert_settled CHECK ((state = 'waiting') = (settled_at IS NULL));
ALTER TABLE mail_message
  ADD CONSTRAINT mail_message_state CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  ADD CONSTRAINT mail_message_settled CHECK ((state = 'waiting') = (settled_at IS NULL)),
  -- A line break would begin a header of its own.
  ADD CONSTRAINT mail_message_subject CHECK (subject !~ '[[:cntrl:]]' AND length(subject) BETWEEN 1 AND 200);

-- A case joins one that stands by itself, and neither waits for an answer. So what joined is one step away, never more.
CREATE FUNCTION guard_review_merge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM review_case WHERE business_id = NEW.business_id AND case_id = NEW.merged_into AND state <> 'merged'
    FOR UPDATE;
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
  RETURN NEW;
END
$$;
CREATE TRIGGER review_case_joins BEFORE INSERT OR UPDATE OF state, merged_into ON review_case
  FOR EACH ROW WHEN (NEW.state = 'merged') EXECUTE FUNCTION guard_review_merge();

-- A case that joined another is read, not worked on.
CREATE FUNCTION refuse_work_on_merged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM review_case WHERE business_id = NEW.business_id AND case_id = NEW.case_id AND state = 'merged') THEN
    RAISE EXCEPTION 'the case joined another: % goes there', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_decision_has_case BEFORE INSERT ON review_decision FOR EACH ROW EXECUTE FUNCTION refuse_work_on_merged();
CREATE TRIGGER review_note_has_case BEFORE INSERT ON review_note FOR EACH ROW EXECUTE FUNCTION refuse_work_on_merged();
CREATE TRIGGER review_check_has_case BEFORE INSERT ON review_check FOR EACH ROW EXECUTE FUNCTION refuse_work_on_merged();
CREATE TRIGGER review_file_has_case BEFORE INSERT ON review_file FOR EACH ROW EXECUTE FUNCTION refuse_work_on_merged();
CREATE TRIGGER review_report_has_case BEFORE INSERT OR UPDATE ON review_report FOR EACH ROW EXECUTE FUNCTION refuse_work_on_merged();

-- The amount that decides on a second person is that of everything the case is about.
CREATE OR REPLACE FUNCTION judge_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  eur numeric;
  threshold numeric;
BEGIN
  SELECT CASE WHEN bool_and(d.uniform_payable_amount IS NOT NULL) THEN sum(d.uniform_payable_amount) END INTO eur
    FROM review_case c
    LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
   WHERE c.business_id = NEW.business_id AND (c.case_id = NEW.case_id OR c.merged_into = NEW.case_id);
  SELECT second_from_eur INTO threshold FROM review_setting WHERE business_id = NEW.business_id;
  NEW.needs_second := NEW.kind = 'report' OR eur IS NULL OR eur >= coalesce(threshold, 1000);
  IF NEW.state NOT IN ('proposed', 'final') OR NEW.answered_by IS NOT NULL THEN
    RAISE EXCEPTION 'a decision begins as a proposal' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

-- Whether the service contradicts what was decided is looked at whenever either of them changes.
CREATE FUNCTION mark_review_watched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'withdrawal' THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      SELECT business_id, subject_kind, subject_id FROM review_case
       WHERE business_id = NEW.business_id AND subject_kind = 'withdrawal' AND subject_id = NEW.withdrawal_id;
  ELSE
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      SELECT business_id, subject_kind, subject_id FROM review_case
       WHERE business_id = NEW.business_id AND subject_kind = 'deposit' AND subject_id = NEW.deposit_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_is_watched AFTER UPDATE ON deposit FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.refund_status IS DISTINCT FROM NEW.refund_status
        OR OLD.refund_first_seen_at IS DISTINCT FROM NEW.refund_first_seen_at)
  EXECUTE FUNCTION mark_review_watched();
CREATE TRIGGER withdrawal_is_watched AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION mark_review_watched();

CREATE FUNCTION mark_review_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT business_id, subject_kind, subject_id FROM review_case
     WHERE business_id = NEW.business_id AND (case_id = NEW.case_id OR merged_into = NEW.case_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER review_case_is_watched AFTER UPDATE OF state ON review_case FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION mark_review_decided();

-- What was decided before this was watched.
INSERT INTO review_due (business_id, subject_kind, subject_id)
  SELECT business_id, subject_kind, subject_id FROM review_case WHERE state = 'decided';
