-- What was so between two looks of the desk alone: the marks keep what was before each change.
ALTER TABLE "review_due" ADD COLUMN "was" JSONB;
-- All marks of a subject are taken together.
CREATE INDEX "review_due_business_id_subject_id_idx" ON "review_due"("business_id", "subject_id");

CREATE OR REPLACE FUNCTION mark_risk_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF names_no_entity(NEW.assessment) AND NOT names_no_entity(OLD.assessment) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended, was)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id, 'risk-entity',
              jsonb_build_object('assessment', OLD.assessment));
  END IF;
  IF EXISTS (SELECT FROM review_setting s WHERE s.business_id = NEW.business_id
                AND plain_score(OLD.risk_score) >= s.risk_score_from
                AND plain_score(NEW.risk_score) < s.risk_score_from) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended, was)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id, 'risk-score',
              jsonb_build_object('risk_score', OLD.risk_score));
  END IF;
  RETURN NULL;
END
$$;

-- What rules of the merchant's own ask of a row.
CREATE FUNCTION asked_of_deposit(d deposit) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('business_id', d.business_id, 'deposit_id', d.deposit_id, 'payment_id', d.payment_id,
    'sort_at', d.sort_at, 'first_observed_at', d.first_observed_at, 'from_address_key', d.from_address_key,
    'network', d.network, 'deposit_currency', d.deposit_currency, 'deposit_amount', d.deposit_amount,
    'callback_deposit_amount', d.callback_deposit_amount, 'display_currency', d.display_currency,
    'display_amount', d.display_amount, 'callback_display_amount', d.callback_display_amount,
    'settlement_currency', d.settlement_currency, 'settlement_payable_amount', d.settlement_payable_amount,
    'callback_settlement_amount', d.callback_settlement_amount, 'uniform_payable_amount', d.uniform_payable_amount)
$$;
CREATE FUNCTION asked_of_withdrawal(w withdrawal) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('business_id', w.business_id, 'withdrawal_id', w.withdrawal_id,
    'first_received_at', w.first_received_at, 'to_address_key', w.to_address_key, 'to_tag', w.to_tag,
    'withdraw_currency', w.withdraw_currency, 'actual_withdraw_amount', w.actual_withdraw_amount,
    'estimated_withdraw_amount', w.estimated_withdraw_amount, 'display_currency', w.display_currency,
    'actual_display_amount', w.actual_display_amount, 'expected_display_amount', w.expected_display_amount,
    'settlement_currency', w.settlement_currency, 'deducted_settlement_amount', w.deducted_settlement_amount)
$$;

CREATE OR REPLACE FUNCTION mark_ruled_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_ruled(NEW.business_id, 'deposit', greatest(NEW.sort_at, NEW.first_observed_at)) THEN
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO review_due (business_id, subject_kind, subject_id, was)
        VALUES (NEW.business_id, 'deposit', NEW.deposit_id, asked_of_deposit(OLD));
    ELSE
      INSERT INTO review_due (business_id, subject_kind, subject_id) VALUES (NEW.business_id, 'deposit', NEW.deposit_id);
    END IF;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION mark_ruled_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_ruled(NEW.business_id, 'withdrawal', NEW.first_received_at) THEN
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO review_due (business_id, subject_kind, subject_id, was)
        VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id, asked_of_withdrawal(OLD));
    ELSE
      INSERT INTO review_due (business_id, subject_kind, subject_id)
        VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id);
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- The owner and the entities that an assessment named before, for rules about categories.
CREATE FUNCTION mark_ruled_risk_before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'deposit_risk' THEN
    IF OLD.assessment IS NOT NULL AND is_ruled(NEW.business_id, 'deposit', (
         SELECT greatest(d.sort_at, d.first_observed_at) FROM deposit d
          WHERE d.business_id = NEW.business_id AND d.deposit_id = NEW.deposit_id)) THEN
      INSERT INTO review_due (business_id, subject_kind, subject_id, was)
        VALUES (NEW.business_id, 'deposit', NEW.deposit_id,
                jsonb_build_object('business_id', OLD.business_id, 'deposit_id', OLD.deposit_id, 'assessment', OLD.assessment));
    END IF;
  ELSIF is_ruled(NEW.business_id, 'withdrawal', (
          SELECT w.first_received_at FROM withdrawal w
           WHERE w.business_id = NEW.business_id AND w.withdrawal_id = NEW.withdrawal_id)) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, was)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id,
              jsonb_build_object('business_id', OLD.business_id, 'withdrawal_id', OLD.withdrawal_id,
                                 'owner_category', OLD.owner_category));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_risk_was AFTER UPDATE ON deposit_risk FOR EACH ROW
  WHEN (OLD.assessment IS DISTINCT FROM NEW.assessment) EXECUTE FUNCTION mark_ruled_risk_before();
CREATE TRIGGER withdrawal_risk_was AFTER UPDATE ON withdrawal_risk FOR EACH ROW
  WHEN (OLD.owner_category IS DISTINCT FROM NEW.owner_category) EXECUTE FUNCTION mark_ruled_risk_before();
