-- CreateTable
CREATE TABLE "money_day" (
    "business_id" UUID NOT NULL,
    "flow" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "coin" TEXT NOT NULL,
    "settlement" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "deposited" DECIMAL NOT NULL,
    "deposited_known" BIGINT NOT NULL,
    "settled" DECIMAL NOT NULL,
    "settled_known" BIGINT NOT NULL,
    "eur" DECIMAL NOT NULL,
    "eur_known" BIGINT NOT NULL,

    CONSTRAINT "money_day_pkey" PRIMARY KEY ("business_id","flow","day","coin","settlement")
);

-- CreateTable
CREATE TABLE "money_delta" (
    "id" BIGSERIAL NOT NULL,
    "business_id" UUID NOT NULL,
    "flow" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "coin" TEXT NOT NULL,
    "settlement" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "deposited" DECIMAL NOT NULL,
    "deposited_known" INTEGER NOT NULL,
    "settled" DECIMAL NOT NULL,
    "settled_known" INTEGER NOT NULL,
    "eur" DECIMAL NOT NULL,
    "eur_known" INTEGER NOT NULL,

    CONSTRAINT "money_delta_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "money_rollup" (
    "business_id" UUID NOT NULL,
    "time_zone" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "money_rollup_pkey" PRIMARY KEY ("business_id")
);

-- CreateIndex
CREATE INDEX "money_delta_business_id_flow_at_idx" ON "money_delta"("business_id", "flow", "at");

ALTER TABLE money_day ADD CONSTRAINT money_day_flow CHECK (flow IN ('in', 'out'));
ALTER TABLE money_delta ADD CONSTRAINT money_delta_flow CHECK (flow IN ('in', 'out'));

-- Every change of what counts as money in or out leaves its difference, in the transaction of the change. A session
-- that loads very many rows and has the days made anew afterwards turns this off with `countinghouse.rollup = 'off'`.
CREATE FUNCTION note_money_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'CONFIRMED' AND OLD.deposit_received_at IS NOT NULL THEN
    INSERT INTO money_delta (business_id, flow, at, coin, settlement, count, deposited, deposited_known,
                             settled, settled_known, eur, eur_known)
    VALUES (OLD.business_id, 'in', OLD.sort_at, coalesce(OLD.deposit_currency, ''), coalesce(OLD.settlement_currency, ''), -1,
            -coalesce(OLD.deposit_amount, 0), -num_nonnulls(OLD.deposit_amount),
            -coalesce(OLD.settlement_payable_amount, 0), -num_nonnulls(OLD.settlement_payable_amount),
            -coalesce(OLD.uniform_payable_amount, 0), -num_nonnulls(OLD.uniform_payable_amount));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'CONFIRMED' AND NEW.deposit_received_at IS NOT NULL THEN
    INSERT INTO money_delta (business_id, flow, at, coin, settlement, count, deposited, deposited_known,
                             settled, settled_known, eur, eur_known)
    VALUES (NEW.business_id, 'in', NEW.sort_at, coalesce(NEW.deposit_currency, ''), coalesce(NEW.settlement_currency, ''), 1,
            coalesce(NEW.deposit_amount, 0), num_nonnulls(NEW.deposit_amount),
            coalesce(NEW.settlement_payable_amount, 0), num_nonnulls(NEW.settlement_payable_amount),
            coalesce(NEW.uniform_payable_amount, 0), num_nonnulls(NEW.uniform_payable_amount));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_is_money_in AFTER INSERT ON deposit FOR EACH ROW
  WHEN (NEW.status = 'CONFIRMED' AND current_setting('countinghouse.rollup', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION note_money_in();
CREATE TRIGGER deposit_changes_money_in AFTER UPDATE ON deposit FOR EACH ROW
  WHEN ((OLD.status = 'CONFIRMED' OR NEW.status = 'CONFIRMED') AND (
        (OLD.status, OLD.deposit_received_at, OLD.sort_at, OLD.deposit_currency, OLD.settlement_currency,
         OLD.deposit_amount, OLD.settlement_payable_amount, OLD.uniform_payable_amount)
     IS DISTINCT FROM
        (NEW.status, NEW.deposit_received_at, NEW.sort_at, NEW.deposit_currency, NEW.settlement_currency,
         NEW.deposit_amount, NEW.settlement_payable_amount, NEW.uniform_payable_amount)))
  EXECUTE FUNCTION note_money_in();
CREATE TRIGGER deposit_was_money_in AFTER DELETE ON deposit FOR EACH ROW
  WHEN (OLD.status = 'CONFIRMED') EXECUTE FUNCTION note_money_in();

CREATE FUNCTION note_money_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'COMPLETED' THEN
    INSERT INTO money_delta (business_id, flow, at, coin, settlement, count, deposited, deposited_known,
                             settled, settled_known, eur, eur_known)
    VALUES (OLD.business_id, 'out', OLD.first_received_at, '', coalesce(OLD.settlement_currency, ''), -1, 0, 0,
            -coalesce(OLD.deducted_settlement_amount, 0), -num_nonnulls(OLD.deducted_settlement_amount), 0, 0);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'COMPLETED' THEN
    INSERT INTO money_delta (business_id, flow, at, coin, settlement, count, deposited, deposited_known,
                             settled, settled_known, eur, eur_known)
    VALUES (NEW.business_id, 'out', NEW.first_received_at, '', coalesce(NEW.settlement_currency, ''), 1, 0, 0,
            coalesce(NEW.deducted_settlement_amount, 0), num_nonnulls(NEW.deducted_settlement_amount), 0, 0);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER withdrawal_is_money_out AFTER INSERT ON withdrawal FOR EACH ROW
  WHEN (NEW.status = 'COMPLETED' AND current_setting('countinghouse.rollup', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION note_money_out();
CREATE TRIGGER withdrawal_changes_money_out AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN ((OLD.status = 'COMPLETED' OR NEW.status = 'COMPLETED') AND (
        (OLD.status, OLD.first_received_at, OLD.settlement_currency, OLD.deducted_settlement_amount)
     IS DISTINCT FROM
        (NEW.status, NEW.first_received_at, NEW.settlement_currency, NEW.deducted_settlement_amount)))
  EXECUTE FUNCTION note_money_out();
CREATE TRIGGER withdrawal_was_money_out AFTER DELETE ON withdrawal FOR EACH ROW
  WHEN (OLD.status = 'COMPLETED') EXECUTE FUNCTION note_money_out();
