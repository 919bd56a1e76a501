-- AlterTable
ALTER TABLE "review_case" ADD COLUMN     "contradictions" JSONB;

-- AlterTable
ALTER TABLE "review_due" ADD COLUMN     "ended" TEXT;

-- AlterTable
ALTER TABLE "review_fact" ADD COLUMN     "ended_at" TIMESTAMPTZ(6);

-- From here on what Prisma's schema can't say.

-- That a status was left was kept in the detail, without its time: it is known to be over by now.
UPDATE review_fact SET ended_at = now(), detail = NULL WHERE detail = '{"ended": true}';

-- A reason that a change took away is marked by that change, whether there is a case yet or not: looking at what is so
-- now would miss whatever came back since. What became unknown has not ended.
CREATE FUNCTION mark_review_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'withdrawal' THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id, 'withdrawal-blocked');
    RETURN NULL;
  END IF;
  IF OLD.status IN ('COMPLIANCE_REVIEW', 'BLOCKED') AND OLD.status <> NEW.status THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id,
              CASE OLD.status WHEN 'BLOCKED' THEN 'deposit-blocked' ELSE 'deposit-review' END);
  END IF;
  IF OLD.refund_reason IN ('ILLICIT_DEPOSIT', 'RESTRICTED_CURRENCY') AND OLD.refund_reason <> NEW.refund_reason THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id,
              CASE OLD.refund_reason WHEN 'ILLICIT_DEPOSIT' THEN 'refund-illicit' ELSE 'refund-restricted' END);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_flag_ends AFTER UPDATE ON deposit FOR EACH ROW
  WHEN ((OLD.status IN ('COMPLIANCE_REVIEW', 'BLOCKED') AND OLD.status <> NEW.status)
        OR (OLD.refund_reason IN ('ILLICIT_DEPOSIT', 'RESTRICTED_CURRENCY') AND OLD.refund_reason <> NEW.refund_reason))
  EXECUTE FUNCTION mark_review_ended();
CREATE TRIGGER withdrawal_flag_ends AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN (OLD.status = 'BLOCKED' AND OLD.status <> NEW.status) EXECUTE FUNCTION mark_review_ended();

-- Whether an assessment says that there are no risk entities: what it leaves out it does not say.
CREATE FUNCTION names_no_entity(assessment jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(assessment -> 'sourceRiskEntities' = '[]' AND assessment -> 'destinationRiskEntities' = '[]', false)
$$;

-- Null for what is no plain number: of that nobody can say whether it is over a threshold.
CREATE FUNCTION plain_score(score text) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN length(score) <= 100 AND trim(score) ~ '^-?[0-9]+(\.[0-9]+)?$' THEN trim(score)::numeric END
$$;

CREATE FUNCTION mark_risk_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF names_no_entity(NEW.assessment) AND NOT names_no_entity(OLD.assessment) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id, 'risk-entity');
  END IF;
  IF EXISTS (SELECT FROM review_setting s WHERE s.business_id = NEW.business_id
                AND plain_score(OLD.risk_score) >= s.risk_score_from
                AND plain_score(NEW.risk_score) < s.risk_score_from) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id, 'risk-score');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER risk_ends AFTER UPDATE ON deposit_risk FOR EACH ROW
  WHEN (OLD.assessment IS DISTINCT FROM NEW.assessment OR OLD.risk_score IS DISTINCT FROM NEW.risk_score)
  EXECUTE FUNCTION mark_risk_ended();
