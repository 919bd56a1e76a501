-- The EUR values that the service reported for a deposit, with their sources: the credited amount of the deposit, the
-- actual amount of its payment if this is its only deposit, and the expected amount of its payment if no more than that
-- arrived in the expected coin. An amount of zero says nothing about the size of what is held back.
CREATE FUNCTION review_deposit_values(d deposit) RETURNS TABLE (eur numeric, source text) LANGUAGE sql STABLE AS $$
  SELECT (d).uniform_payable_amount, 'credited' WHERE (d).uniform_payable_amount > 0
  UNION ALL
  SELECT p.actual_uniform_amount, 'actual' FROM payment p
   WHERE p.business_id = (d).business_id AND p.payment_id = (d).payment_id
     AND p.actual_uniform_amount > 0 AND p.deposit_count = 1
  UNION ALL
  SELECT p.expected_uniform_amount, 'expected' FROM payment p
   WHERE p.business_id = (d).business_id AND p.payment_id = (d).payment_id
     AND p.expected_uniform_amount > 0 AND p.deposit_currency = (d).deposit_currency
     AND (d).deposit_amount <= p.expected_deposit_amount
$$;

-- The largest of these values; null if none is reported.
CREATE FUNCTION review_deposit_eur(d deposit) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT max(eur) FROM review_deposit_values(d)
$$;
CREATE FUNCTION review_deposit_eur_source(d deposit) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT source FROM review_deposit_values(d) ORDER BY eur DESC, source = 'credited' DESC, source LIMIT 1
$$;

-- What was decided on names the value and its source.
CREATE OR REPLACE FUNCTION judge_review_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  eur numeric;
  threshold numeric;
BEGIN
  SELECT CASE WHEN bool_and(review_deposit_eur(d) IS NOT NULL) THEN sum(review_deposit_eur(d)) END,
         jsonb_agg(jsonb_build_object('case', c.number, 'kind', c.subject_kind, 'id', c.subject_id,
           'status', coalesce(d.status, w.status), 'refundStatus', d.refund_status,
           'eur', trim_scale(review_deposit_eur(d))::text, 'eurSource', review_deposit_eur_source(d))
           ORDER BY c.case_id <> NEW.case_id, c.number)
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

CREATE OR REPLACE FUNCTION judge_review_decision_at_last() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  eur numeric;
  threshold numeric;
BEGIN
  SELECT CASE WHEN bool_and(review_deposit_eur(d) IS NOT NULL) THEN sum(review_deposit_eur(d)) END INTO eur
    FROM review_case c
    LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
   WHERE c.business_id = NEW.business_id AND (c.case_id = NEW.case_id OR c.merged_into = NEW.case_id);
  SELECT second_from_eur INTO threshold FROM review_setting WHERE business_id = NEW.business_id;
  NEW.needs_second := eur IS NULL OR eur >= coalesce(threshold, 1000)
    OR review_takes_two(NEW.business_id, NEW.case_id);
  RETURN NEW;
END
$$;

-- The stored value of a case, by which the queue is ordered, follows the deposit and its payment. The sweep computes it.
INSERT INTO review_due (business_id, subject_kind, subject_id)
  SELECT business_id, subject_kind, subject_id FROM review_case WHERE subject_kind = 'deposit';

CREATE TRIGGER deposit_value_changes AFTER UPDATE ON deposit FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.deposit_currency, OLD.deposit_amount)
        IS DISTINCT FROM (NEW.payment_id, NEW.deposit_currency, NEW.deposit_amount))
  EXECUTE FUNCTION mark_worth_of_case();
CREATE FUNCTION mark_worth_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT c.business_id, c.subject_kind, c.subject_id
      FROM deposit d
      JOIN review_case c ON c.business_id = d.business_id AND c.subject_kind = 'deposit' AND c.subject_id = d.deposit_id
     WHERE d.business_id = NEW.business_id AND d.payment_id = NEW.payment_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_value_changes AFTER UPDATE ON payment FOR EACH ROW
  WHEN ((OLD.expected_uniform_amount, OLD.actual_uniform_amount, OLD.deposit_currency, OLD.expected_deposit_amount)
          IS DISTINCT FROM (NEW.expected_uniform_amount, NEW.actual_uniform_amount, NEW.deposit_currency,
            NEW.expected_deposit_amount)
        OR (OLD.deposit_count = 1) IS DISTINCT FROM (NEW.deposit_count = 1))
  EXECUTE FUNCTION mark_worth_of_payment();
