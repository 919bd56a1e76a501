-- Most addresses are normalized as they are reported. The columns of their keys (payment.wallet_address_key,
-- deposit.from_address_key and deposit.to_address_key) are then empty. Older programs read only the key, so this begins
-- with a new database, and elsewhere once none of them can run. Readers accept both.
SET LOCAL lock_timeout = '1s';
INSERT INTO schema_requirement (migration, oldest_program)
  SELECT '20261223000018_short_address_keys', '20261223000018_short_address_keys'
   WHERE NOT EXISTS (SELECT FROM part_heartbeat) AND NOT EXISTS (SELECT FROM payment) AND NOT EXISTS (SELECT FROM withdrawal);

CREATE OR REPLACE FUNCTION begin_record_form(form text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  migrated timestamptz;
BEGIN
  IF form NOT IN ('20261223000004_references_kept_by_deposits', '20261223000018_short_address_keys') THEN
    RETURN false;
  END IF;
  SELECT finished_at INTO migrated FROM _prisma_migrations
   WHERE migration_name = form AND rolled_back_at IS NULL;
  IF migrated IS NULL OR migrated > clock_timestamp() - interval '1 day' THEN
    RETURN false;
  END IF;
  IF EXISTS (SELECT FROM part_heartbeat
              WHERE part <> 'cron' AND coalesce(migration, '') < form
                AND seen_at > clock_timestamp() - interval '1 hour') THEN
    RETURN false;
  END IF;
  INSERT INTO schema_requirement (migration, oldest_program) VALUES (form, form) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;

-- Rules of the merchant compare addresses, whichever column has them.
CREATE OR REPLACE FUNCTION asked_of_deposit(d deposit) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('business_id', d.business_id, 'deposit_id', d.deposit_id, 'payment_id', d.payment_id,
    'sort_at', d.sort_at, 'first_observed_at', d.first_observed_at,
    'from_address_key', coalesce(d.from_address_key, d.from_address),
    'network', d.network, 'deposit_currency', d.deposit_currency, 'deposit_amount', d.deposit_amount,
    'callback_deposit_amount', d.callback_deposit_amount, 'display_currency', d.display_currency,
    'display_amount', d.display_amount, 'callback_display_amount', d.callback_display_amount,
    'settlement_currency', d.settlement_currency, 'settlement_payable_amount', d.settlement_payable_amount,
    'callback_settlement_amount', d.callback_settlement_amount, 'uniform_payable_amount', d.uniform_payable_amount)
$$;
CREATE OR REPLACE TRIGGER deposit_ruled_changes AFTER UPDATE ON deposit FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.sort_at, coalesce(OLD.from_address_key, OLD.from_address), OLD.network, OLD.deposit_currency,
         OLD.deposit_amount, OLD.callback_deposit_amount, OLD.display_currency, OLD.display_amount,
         OLD.callback_display_amount, OLD.settlement_currency, OLD.settlement_payable_amount,
         OLD.callback_settlement_amount, OLD.uniform_payable_amount)
        IS DISTINCT FROM
        (NEW.payment_id, NEW.sort_at, coalesce(NEW.from_address_key, NEW.from_address), NEW.network, NEW.deposit_currency,
         NEW.deposit_amount, NEW.callback_deposit_amount, NEW.display_currency, NEW.display_amount,
         NEW.callback_display_amount, NEW.settlement_currency, NEW.settlement_payable_amount,
         NEW.callback_settlement_amount, NEW.uniform_payable_amount))
  EXECUTE FUNCTION mark_ruled_deposit();
