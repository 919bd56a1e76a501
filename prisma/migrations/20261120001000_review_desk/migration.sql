-- CreateTable
CREATE TABLE "review_case" (
    "business_id" UUID NOT NULL,
    "case_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "opened_at" TIMESTAMPTZ(6) NOT NULL,
    "due_at" TIMESTAMPTZ(6) NOT NULL,
    "assignee_id" UUID,
    "snoozed_until" TIMESTAMPTZ(6),
    "decided_at" TIMESTAMPTZ(6),
    "changed_at" TIMESTAMPTZ(6) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "review_case_pkey" PRIMARY KEY ("business_id","case_id")
);

-- CreateTable
CREATE TABLE "review_fact" (
    "business_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL,
    "detail" JSONB,

    CONSTRAINT "review_fact_pkey" PRIMARY KEY ("business_id","case_id","kind")
);

-- CreateTable
CREATE TABLE "review_decision" (
    "business_id" UUID NOT NULL,
    "decision_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "case_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "service_status" TEXT,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(6) NOT NULL,
    "needs_second" BOOLEAN NOT NULL DEFAULT true,
    "state" TEXT NOT NULL,
    "answered_by" UUID,
    "answered_at" TIMESTAMPTZ(6),
    "answer" TEXT,

    CONSTRAINT "review_decision_pkey" PRIMARY KEY ("business_id","decision_id")
);

-- CreateTable
CREATE TABLE "review_note" (
    "business_id" UUID NOT NULL,
    "note_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "case_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "review_note_pkey" PRIMARY KEY ("business_id","note_id")
);

-- CreateTable
CREATE TABLE "review_check" (
    "business_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_check_pkey" PRIMARY KEY ("business_id","case_id","step")
);

-- CreateTable
CREATE TABLE "review_file" (
    "business_id" UUID NOT NULL,
    "file_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "case_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_file_pkey" PRIMARY KEY ("business_id","file_id")
);

-- CreateTable
CREATE TABLE "review_setting" (
    "business_id" UUID NOT NULL,
    "second_from_eur" DECIMAL(65,30) NOT NULL DEFAULT 1000,
    "due_hours" INTEGER NOT NULL DEFAULT 24,
    "risk_score_from" DECIMAL(65,30),

    CONSTRAINT "review_setting_pkey" PRIMARY KEY ("business_id")
);

-- CreateTable
CREATE TABLE "review_due" (
    "id" BIGSERIAL NOT NULL,
    "business_id" UUID NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,

    CONSTRAINT "review_due_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "review_case_business_id_state_due_at_case_id_idx" ON "review_case"("business_id", "state", "due_at", "case_id");

-- CreateIndex
CREATE INDEX "review_case_business_id_assignee_id_due_at_idx" ON "review_case"("business_id", "assignee_id", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "review_case_business_id_subject_kind_subject_id_key" ON "review_case"("business_id", "subject_kind", "subject_id");

-- CreateIndex
CREATE INDEX "review_decision_business_id_case_id_proposed_at_idx" ON "review_decision"("business_id", "case_id", "proposed_at");

-- CreateIndex
CREATE INDEX "review_decision_business_id_proposed_at_idx" ON "review_decision"("business_id", "proposed_at");

-- CreateIndex
CREATE UNIQUE INDEX "review_decision_one_proposal" ON "review_decision"("business_id", "case_id") WHERE (state = 'proposed');

-- CreateIndex
CREATE INDEX "review_note_business_id_case_id_at_idx" ON "review_note"("business_id", "case_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "review_file_business_id_case_id_sha256_key" ON "review_file"("business_id", "case_id", "sha256");

-- AddForeignKey
ALTER TABLE "review_fact" ADD CONSTRAINT "review_fact_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_decision" ADD CONSTRAINT "review_decision_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_note" ADD CONSTRAINT "review_note_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_check" ADD CONSTRAINT "review_check_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_file" ADD CONSTRAINT "review_file_business_id_case_id_fkey" FOREIGN KEY ("business_id", "case_id") REFERENCES "review_case"("business_id", "case_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE review_case
  ADD CONSTRAINT review_case_subject_kind CHECK (subject_kind IN ('deposit', 'withdrawal')),
  ADD CONSTRAINT review_case_state CHECK (state IN ('open', 'proposed', 'decided'));
ALTER TABLE review_decision
  ADD CONSTRAINT review_decision_kind CHECK (kind IN ('clear', 'keep-blocked', 'recommend-refund', 'report')),
  ADD CONSTRAINT review_decision_state CHECK (state IN ('proposed', 'final', 'declined', 'withdrawn')),
  ADD CONSTRAINT review_decision_reason CHECK (length(trim(reason)) > 0),
  ADD CONSTRAINT review_decision_second_person CHECK (
    state NOT IN ('final', 'declined') OR answered_by IS DISTINCT FROM proposed_by),
  ADD CONSTRAINT review_decision_confirmed CHECK (state <> 'final' OR NOT needs_second OR answered_by IS NOT NULL),
  ADD CONSTRAINT review_decision_report_confirmed CHECK (kind <> 'report' OR needs_second);
ALTER TABLE review_note ADD CONSTRAINT review_note_text CHECK (length(text) BETWEEN 1 AND 20000);
ALTER TABLE review_file
  ADD CONSTRAINT review_file_size CHECK (octet_length(body) BETWEEN 1 AND 5242880),
  ADD CONSTRAINT review_file_hash CHECK (sha256 = sha256(body));

-- Whether a second person must confirm is said here, from the amount as it stands, whoever writes the row.
CREATE FUNCTION judge_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  eur numeric;
  threshold numeric;
BEGIN
  SELECT d.uniform_payable_amount INTO eur FROM review_case c
    JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
   WHERE c.business_id = NEW.business_id AND c.case_id = NEW.case_id;
  SELECT second_from_eur INTO threshold FROM review_setting WHERE business_id = NEW.business_id;
  NEW.needs_second := NEW.kind = 'report' OR eur IS NULL OR eur >= coalesce(threshold, 1000);
  IF NEW.state NOT IN ('proposed', 'final') OR NEW.answered_by IS NOT NULL THEN
    RAISE EXCEPTION 'a decision begins as a proposal' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_decision_is_judged BEFORE INSERT ON review_decision
  FOR EACH ROW EXECUTE FUNCTION judge_review_decision();

CREATE FUNCTION guard_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.state <> 'proposed'
     OR (NEW.business_id, NEW.decision_id, NEW.case_id, NEW.kind, NEW.reason, NEW.service_status, NEW.proposed_by,
         NEW.proposed_at, NEW.needs_second)
        IS DISTINCT FROM (OLD.business_id, OLD.decision_id, OLD.case_id, OLD.kind, OLD.reason, OLD.service_status,
         OLD.proposed_by, OLD.proposed_at, OLD.needs_second) THEN
    RAISE EXCEPTION 'a decision is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_decision_stays BEFORE UPDATE OR DELETE ON review_decision
  FOR EACH ROW EXECUTE FUNCTION guard_review_decision();

CREATE FUNCTION refuse_change_of_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the review desk refuses % of %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER review_note_stays BEFORE UPDATE OR DELETE ON review_note
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_review();
CREATE TRIGGER review_file_stays BEFORE UPDATE OR DELETE ON review_file
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_review();
CREATE TRIGGER review_case_stays BEFORE DELETE ON review_case
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_review();

-- A case is decided by a decision that stands, never by its state alone.
CREATE FUNCTION guard_review_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM review_decision
                  WHERE business_id = NEW.business_id AND case_id = NEW.case_id AND state = 'final') THEN
    RAISE EXCEPTION 'a case is decided by a decision' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_case_is_decided BEFORE INSERT OR UPDATE ON review_case
  FOR EACH ROW WHEN (NEW.state = 'decided') EXECUTE FUNCTION guard_review_case();

-- Whatever may open a case or join one is marked in the transaction that makes it known.
CREATE FUNCTION mark_review_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'withdrawal' THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id);
  ELSE
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_is_flagged AFTER INSERT ON deposit FOR EACH ROW
  WHEN (NEW.status IN ('COMPLIANCE_REVIEW', 'BLOCKED') OR NEW.refund_reason IN ('ILLICIT_DEPOSIT', 'RESTRICTED_CURRENCY'))
  EXECUTE FUNCTION mark_review_due();
CREATE TRIGGER deposit_flag_changes AFTER UPDATE ON deposit FOR EACH ROW
  WHEN ((OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('COMPLIANCE_REVIEW', 'BLOCKED'))
        OR (OLD.refund_reason IS DISTINCT FROM NEW.refund_reason
            AND NEW.refund_reason IN ('ILLICIT_DEPOSIT', 'RESTRICTED_CURRENCY')))
  EXECUTE FUNCTION mark_review_due();
CREATE TRIGGER withdrawal_is_flagged AFTER INSERT ON withdrawal FOR EACH ROW
  WHEN (NEW.status = 'BLOCKED') EXECUTE FUNCTION mark_review_due();
CREATE TRIGGER withdrawal_flag_changes AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status = 'BLOCKED') EXECUTE FUNCTION mark_review_due();

CREATE FUNCTION mark_risk_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF jsonb_path_exists(NEW.assessment, '$.sourceRiskEntities[0]')
     OR jsonb_path_exists(NEW.assessment, '$.destinationRiskEntities[0]')
     OR (NEW.risk_score IS NOT NULL AND EXISTS (
           SELECT FROM review_setting s WHERE s.business_id = NEW.business_id AND s.risk_score_from IS NOT NULL)) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER risk_is_assessed AFTER INSERT ON deposit_risk FOR EACH ROW EXECUTE FUNCTION mark_risk_due();
CREATE TRIGGER risk_assessment_changes AFTER UPDATE ON deposit_risk FOR EACH ROW
  WHEN (OLD.assessment IS DISTINCT FROM NEW.assessment OR OLD.risk_score IS DISTINCT FROM NEW.risk_score)
  EXECUTE FUNCTION mark_risk_due();

-- What was flagged before there was a desk.
INSERT INTO review_due (business_id, subject_kind, subject_id)
  SELECT d.business_id, 'deposit', d.deposit_id FROM deposit d
    LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
   WHERE d.status IN ('COMPLIANCE_REVIEW', 'BLOCKED') OR d.refund_reason IN ('ILLICIT_DEPOSIT', 'RESTRICTED_CURRENCY')
      OR jsonb_path_exists(r.assessment, '$.sourceRiskEntities[0]')
      OR jsonb_path_exists(r.assessment, '$.destinationRiskEntities[0]')
  UNION ALL SELECT business_id, 'withdrawal', withdrawal_id FROM withdrawal WHERE status = 'BLOCKED';
