-- Where payments are not read, only callbacks tell what came in: a sum of its own, beside that of the records.
ALTER TABLE "money_day" ADD COLUMN "reported" DECIMAL NOT NULL DEFAULT 0,
    ADD COLUMN "reported_known" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "money_delta" ADD COLUMN "reported" DECIMAL NOT NULL DEFAULT 0,
    ADD COLUMN "reported_known" INTEGER NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION note_money_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'CONFIRMED' AND OLD.deposit_received_at IS NOT NULL THEN
    INSERT INTO money_delta (business_id, flow, at, coin, settlement, count, deposited, deposited_known,
                             reported, reported_known, settled, settled_known, eur, eur_known)
    VALUES (OLD.business_id, 'in', OLD.sort_at, coalesce(OLD.deposit_currency, ''), coalesce(OLD.settlement_currency, ''), -1,
            -coalesce(OLD.deposit_amount, 0), -num_nonnulls(OLD.deposit_amount),
            -CASE WHEN OLD.deposit_amount IS NULL THEN coalesce(OLD.callback_deposit_amount, 0) ELSE 0 END,
            -CASE WHEN OLD.deposit_amount IS NULL THEN num_nonnulls(OLD.callback_deposit_amount) ELSE 0 END,
            -coalesce(OLD.settlement_payable_amount, 0), -num_nonnulls(OLD.settlement_payable_amount),
            -coalesce(OLD.uniform_payable_amount, 0), -num_nonnulls(OLD.uniform_payable_amount));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'CONFIRMED' AND NEW.deposit_received_at IS NOT NULL THEN
    INSERT INTO money_delta (business_id, flow, at, coin, settlement, count, deposited, deposited_known,
                             reported, reported_known, settled, settled_known, eur, eur_known)
    VALUES (NEW.business_id, 'in', NEW.sort_at, coalesce(NEW.deposit_currency, ''), coalesce(NEW.settlement_currency, ''), 1,
            coalesce(NEW.deposit_amount, 0), num_nonnulls(NEW.deposit_amount),
            CASE WHEN NEW.deposit_amount IS NULL THEN coalesce(NEW.callback_deposit_amount, 0) ELSE 0 END,
            CASE WHEN NEW.deposit_amount IS NULL THEN num_nonnulls(NEW.callback_deposit_amount) ELSE 0 END,
            coalesce(NEW.settlement_payable_amount, 0), num_nonnulls(NEW.settlement_payable_amount),
            coalesce(NEW.uniform_payable_amount, 0), num_nonnulls(NEW.uniform_payable_amount));
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER deposit_changes_money_in ON deposit;
CREATE TRIGGER deposit_changes_money_in AFTER UPDATE ON deposit FOR EACH ROW
  WHEN ((OLD.status = 'CONFIRMED' OR NEW.status = 'CONFIRMED') AND (
        (OLD.status, OLD.deposit_received_at, OLD.sort_at, OLD.deposit_currency, OLD.settlement_currency,
         OLD.deposit_amount, OLD.callback_deposit_amount, OLD.settlement_payable_amount, OLD.uniform_payable_amount)
     IS DISTINCT FROM
        (NEW.status, NEW.deposit_received_at, NEW.sort_at, NEW.deposit_currency, NEW.settlement_currency,
         NEW.deposit_amount, NEW.callback_deposit_amount, NEW.settlement_payable_amount, NEW.uniform_payable_amount)))
  EXECUTE FUNCTION note_money_in();

-- The days that are there lack it: the worker makes them anew.
DELETE FROM "money_rollup";
