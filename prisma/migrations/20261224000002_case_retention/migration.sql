SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "record_expiry" ADD COLUMN     "number" INTEGER,
ADD COLUMN     "parts" JSONB;

-- From here on what Prisma's schema can't say.

ALTER TABLE retention_rule DROP CONSTRAINT retention_rule_kind;
ALTER TABLE retention_change DROP CONSTRAINT retention_change_kind;
ALTER TABLE legal_hold DROP CONSTRAINT legal_hold_kind;
ALTER TABLE retention_pass DROP CONSTRAINT retention_pass_kind;
ALTER TABLE record_expiry DROP CONSTRAINT record_expiry_kind;
ALTER TABLE retention_rule ADD CONSTRAINT retention_rule_kind CHECK (kind IN ('payment', 'withdrawal', 'case'));
ALTER TABLE retention_change ADD CONSTRAINT retention_change_kind CHECK (kind IN ('payment', 'withdrawal', 'case'));
ALTER TABLE legal_hold ADD CONSTRAINT legal_hold_kind CHECK (kind IN ('payment', 'withdrawal', 'case'));
ALTER TABLE retention_pass ADD CONSTRAINT retention_pass_kind CHECK (kind IN ('payment', 'withdrawal', 'case'));
-- The new values are more than the old ones, so no row has to be checked.
ALTER TABLE record_expiry
  ADD CONSTRAINT record_expiry_kind CHECK (kind IN ('payment', 'withdrawal', 'case')) NOT VALID,
  ADD CONSTRAINT record_expiry_number CHECK ((kind = 'case') = (number IS NOT NULL)) NOT VALID;

-- An older program can't read a retention time of cases. Before the first one it can.
CREATE FUNCTION require_case_retention() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261224000002_case_retention', '20261224000002_case_retention') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER retention_rule_of_cases AFTER INSERT ON retention_rule FOR EACH ROW
  WHEN (NEW.kind = 'case') EXECUTE FUNCTION require_case_retention();
CREATE TRIGGER legal_hold_on_case AFTER INSERT ON legal_hold FOR EACH ROW
  WHEN (NEW.kind = 'case') EXECUTE FUNCTION require_case_retention();

-- Returns a case with all that were merged into it, or into the one that it was merged into.
CREATE FUNCTION review_case_family(business uuid, of_case uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  WITH root AS (
    SELECT coalesce(merged_into, case_id) AS id FROM review_case WHERE business_id = business AND case_id = of_case)
  SELECT ARRAY(SELECT id FROM root UNION
               SELECT c.case_id FROM root, review_case c WHERE c.business_id = business AND c.merged_into = root.id
               ORDER BY 1)
$$;

-- Returns the last change of cases with everything that belongs to them, also of unsent drafts. Views are no change.
CREATE FUNCTION last_change_of_cases(business uuid, family uuid[]) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT max(at) FROM (
    SELECT greatest(changed_at, decided_at, merged_at) AS at FROM review_case WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT greatest(seen_at, ended_at) FROM review_fact WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT greatest(proposed_at, answered_at) FROM review_decision WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT reversed_at FROM review_reversal WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT greatest(proposed_at, answered_at) FROM review_reopening WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT n.at FROM review_note n WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT k.at FROM review_check k WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT f.at FROM review_file f WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT greatest(saved_at, filed_at) FROM review_report WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT filed_at FROM review_report_amendment WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT saved_at FROM form_draft WHERE business_id = business AND subject = ANY(family::text[]) AND form LIKE 'case-%'
  ) AS changes
$$;

-- Returns why a case doesn't expire, or null. A hold on a record of the case protects the case as well.
CREATE FUNCTION case_retention_obstacle(business uuid, of_case uuid, cutoff timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  family uuid[] := review_case_family(business, of_case);
  changed timestamptz := last_change_of_cases(business, family);
  root review_case;
BEGIN
  IF changed IS NULL THEN RETURN 'missing'; END IF;
  SELECT c.* INTO root FROM review_case c
   WHERE c.business_id = business AND c.case_id = ANY(family) AND c.state <> 'merged';
  IF root.state IS DISTINCT FROM 'decided' THEN RETURN 'open'; END IF;
  IF changed >= cutoff THEN RETURN 'changed'; END IF;
  IF EXISTS (SELECT FROM legal_hold h WHERE h.business_id = business AND h.kind = 'case' AND h.record_id = ANY(family)
                AND h.lifted_at IS NULL)
     OR EXISTS (SELECT FROM review_case c
                  LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
                  JOIN legal_hold h ON h.business_id = c.business_id AND h.lifted_at IS NULL
                   AND h.kind = CASE c.subject_kind WHEN 'withdrawal' THEN 'withdrawal' ELSE 'payment' END
                   AND h.record_id = CASE c.subject_kind WHEN 'deposit' THEN d.payment_id ELSE c.subject_id END
                 WHERE c.business_id = business AND c.case_id = ANY(family)) THEN
    RETURN 'held';
  END IF;
  IF EXISTS (SELECT FROM review_reopening r WHERE r.business_id = business AND r.case_id = ANY(family) AND r.state = 'proposed')
     OR EXISTS (SELECT FROM review_case c JOIN review_due u ON u.business_id = c.business_id AND u.subject_id = c.subject_id
                 WHERE c.business_id = business AND c.case_id = ANY(family)) THEN
    RETURN 'open';
  END IF;
  IF EXISTS (SELECT FROM review_decision d WHERE d.business_id = business AND d.decision_id = root.decision_id AND d.kind = 'report')
     AND NOT EXISTS (SELECT FROM review_report r WHERE r.business_id = business AND r.case_id = root.case_id
                        AND r.filed_at IS NOT NULL) THEN
    RETURN 'unfiled';
  END IF;
  IF root.disagrees_at IS NOT NULL THEN RETURN 'disagreement'; END IF;
  RETURN NULL;
END
$$;

-- Payments and withdrawals keep their own function, under another name.
ALTER FUNCTION retention_obstacle(uuid, text, uuid, timestamptz) RENAME TO record_retention_obstacle;
CREATE FUNCTION retention_obstacle(business uuid, record_kind text, record uuid, cutoff timestamptz) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF record_kind = 'case' THEN RETURN case_retention_obstacle(business, record, cutoff); END IF;
  RETURN record_retention_obstacle(business, record_kind, record, cutoff);
END
$$;

-- No later case gets the number of a removed one.
CREATE OR REPLACE FUNCTION number_review_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever opens cases of one business waits for the other: no number is given twice.
  PERFORM pg_advisory_xact_lock(hashtextextended('review_case ' || NEW.business_id, 0));
  SELECT greatest((SELECT max(c.number) FROM review_case c WHERE c.business_id = NEW.business_id),
                  (SELECT max(e.number) FROM record_expiry e WHERE e.business_id = NEW.business_id AND e.number IS NOT NULL),
                  0) + 1 INTO NEW.number;
  RETURN NEW;
END
$$;

-- A hold begins on an existing record, which it locks, so that the record can't expire at the same time. Two independent
-- people lift it.
CREATE OR REPLACE FUNCTION guard_legal_hold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lift text[] := '{lift_reason,lift_proposed_by,lift_proposed_at,lifted_by,lifted_at}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a hold is never deleted' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.lift_proposed_by IS NOT NULL OR NEW.lifted_by IS NOT NULL THEN
      RAISE EXCEPTION 'a hold begins unlifted' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.kind = 'payment' THEN
      PERFORM FROM payment WHERE business_id = NEW.business_id AND payment_id = NEW.record_id FOR SHARE;
    ELSIF NEW.kind = 'withdrawal' THEN
      PERFORM FROM withdrawal WHERE business_id = NEW.business_id AND withdrawal_id = NEW.record_id FOR SHARE;
    ELSE
      PERFORM FROM review_case WHERE business_id = NEW.business_id AND case_id = NEW.record_id FOR SHARE;
    END IF;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a hold begins on an existing record' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.lifted_at IS NOT NULL OR (to_jsonb(NEW) - lift) <> (to_jsonb(OLD) - lift) THEN
    RAISE EXCEPTION 'a hold is never changed, only lifted' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.lifted_at IS NOT NULL THEN
    IF (NEW.lift_reason, NEW.lift_proposed_by, NEW.lift_proposed_at)
         IS DISTINCT FROM (OLD.lift_reason, OLD.lift_proposed_by, OLD.lift_proposed_at)
       OR NEW.lifted_at NOT BETWEEN clock_timestamp() - interval '5 minutes' AND clock_timestamp() + interval '5 minutes'
       OR NOT review_independent(NEW.business_id, NEW.lift_proposed_by, NEW.lifted_by, NEW.lifted_at)
       OR NOT (is_reviewer_with_access(NEW.business_id, NEW.lift_proposed_by)
               AND is_reviewer_with_access(NEW.business_id, NEW.lifted_by)) THEN
      RAISE EXCEPTION 'two independent people lift a hold' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- The parts of a case are removed only while it expires.
CREATE OR REPLACE FUNCTION refuse_change_of_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('review_case', 'review_note', 'review_file') THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the review desk refuses % of %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE FUNCTION guard_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
  END IF;
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

CREATE OR REPLACE FUNCTION guard_review_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
  END IF;
  IF TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND OLD.filed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a filed report is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.filed_at IS NOT NULL AND NOT EXISTS (
       SELECT FROM review_decision d WHERE d.business_id = NEW.business_id AND d.case_id = NEW.case_id
         AND d.kind = 'report' AND d.state = 'final') THEN
    RAISE EXCEPTION 'only what two people decided to report is filed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION guard_review_report_amendment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'an amendment of a report is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM review_report
    WHERE business_id = NEW.business_id AND case_id = NEW.case_id AND filed_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a filed report is amended' USING ERRCODE = 'check_violation';
  END IF;
  SELECT coalesce(max(number), 0) + 1 INTO NEW.number FROM review_report_amendment
   WHERE business_id = NEW.business_id AND case_id = NEW.case_id;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION guard_review_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
  END IF;
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

CREATE OR REPLACE FUNCTION guard_review_reopening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
  END IF;
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

-- Expires a closed case with all that were merged into it. Each leaves its evidence: number, counts of its parts, and the
-- hashes of its files. Returns why it doesn't expire, or null. Decides by the approved rule alone.
CREATE FUNCTION expire_case(business uuid, of_case uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule_years integer;
  obstacle text;
  changed timestamptz;
  family uuid[] := review_case_family(business, of_case);
BEGIN
  SELECT r.years INTO rule_years FROM retention_rule r WHERE r.business_id = business AND r.kind = 'case' FOR SHARE;
  IF rule_years IS NULL THEN RETURN 'kept'; END IF;
  -- A hold on a record of the case waits for these locks, or is seen.
  PERFORM FROM payment p
    WHERE p.business_id = business AND p.payment_id IN (
      SELECT coalesce(d.payment_id, c.subject_id) FROM review_case c
        LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
       WHERE c.business_id = business AND c.case_id = ANY(family) AND c.subject_kind <> 'withdrawal')
    ORDER BY p.payment_id FOR NO KEY UPDATE;
  PERFORM FROM withdrawal w
    WHERE w.business_id = business AND w.withdrawal_id IN (
      SELECT c.subject_id FROM review_case c
       WHERE c.business_id = business AND c.case_id = ANY(family) AND c.subject_kind = 'withdrawal')
    ORDER BY w.withdrawal_id FOR NO KEY UPDATE;
  PERFORM FROM review_case c WHERE c.business_id = business AND c.case_id = ANY(family) ORDER BY c.case_id FOR UPDATE;
  IF review_case_family(business, of_case) <> family THEN RETURN 'changed'; END IF;
  obstacle := retention_obstacle(business, 'case', of_case, now() - make_interval(years => rule_years));
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  changed := last_change_of_cases(business, family);
  INSERT INTO record_expiry (business_id, kind, record_id, number, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction, parts)
    SELECT business, 'case', c.case_id, c.number, now(), changed, rule_years, 0, 0,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('source', 'file', 'sha256', encode(f.sha256, 'hex'), 'size', length(f.body))
                                      ORDER BY f.at, f.file_id), '[]')
              FROM review_file f WHERE f.business_id = business AND f.case_id = c.case_id),
           (SELECT coalesce(sum(length(f.body)), 0) FROM review_file f WHERE f.business_id = business AND f.case_id = c.case_id),
           0,
           jsonb_build_object('subject', c.subject_kind, 'subjectId', c.subject_id,
             'facts', (SELECT count(*) FROM review_fact p WHERE p.business_id = business AND p.case_id = c.case_id),
             'decisions', (SELECT count(*) FROM review_decision p WHERE p.business_id = business AND p.case_id = c.case_id),
             'byTwoPeople', (SELECT count(*) FROM review_decision p WHERE p.business_id = business AND p.case_id = c.case_id
                                AND p.state = 'final' AND p.answered_by <> p.proposed_by),
             'notes', (SELECT count(*) FROM review_note p WHERE p.business_id = business AND p.case_id = c.case_id),
             'files', (SELECT count(*) FROM review_file p WHERE p.business_id = business AND p.case_id = c.case_id),
             'reports', (SELECT count(*) FROM review_filing p WHERE p.business_id = business AND p.case_id = c.case_id))
      FROM review_case c WHERE c.business_id = business AND c.case_id = ANY(family);
  DELETE FROM form_draft WHERE business_id = business AND subject = ANY(family::text[]) AND form LIKE 'case-%';
  DELETE FROM review_presence WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_alert WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_read WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_filing WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_report_amendment WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_report WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_file WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_note WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_check WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_reopening WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_reversal WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_decision WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_fact WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_case WHERE business_id = business AND case_id = ANY(family) AND merged_into IS NOT NULL;
  DELETE FROM review_case WHERE business_id = business AND case_id = ANY(family);
  RETURN NULL;
END
$$;
