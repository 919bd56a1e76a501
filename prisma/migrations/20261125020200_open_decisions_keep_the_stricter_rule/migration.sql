-- A decision that a single person could make when it was proposed is judged again when it becomes final: by the settings,
-- the amounts and the past of the case at that moment. It only ever becomes stricter.
CREATE FUNCTION judge_review_decision_at_last() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  eur numeric;
  threshold numeric;
BEGIN
  SELECT CASE WHEN bool_and(d.uniform_payable_amount IS NOT NULL) THEN sum(d.uniform_payable_amount) END INTO eur
    FROM review_case c
    LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
   WHERE c.business_id = NEW.business_id AND (c.case_id = NEW.case_id OR c.merged_into = NEW.case_id);
  SELECT second_from_eur INTO threshold FROM review_setting WHERE business_id = NEW.business_id;
  NEW.needs_second := eur IS NULL OR eur >= coalesce(threshold, 1000)
    OR review_takes_two(NEW.business_id, NEW.case_id);
  RETURN NEW;
END
$$;
-- Triggers run in the order of their names: after review_decision_stays, which refuses other changes of a decision.
CREATE TRIGGER review_decision_stays_strict BEFORE UPDATE ON review_decision FOR EACH ROW
  WHEN (OLD.state = 'proposed' AND NEW.state = 'final' AND NOT OLD.needs_second)
  EXECUTE FUNCTION judge_review_decision_at_last();
