-- A deposit keeps the reference of its payment in a column. Until now it was a row of deposit_reference, with a key and an
-- index of its own. Older programs read only that table, so the column begins with a new database, and elsewhere once
-- none of them can run. A deposit has its reference in one of the two places. Readers read both.
SET LOCAL lock_timeout = '1s';
INSERT INTO schema_requirement (migration, oldest_program)
  SELECT '20261223000004_references_kept_by_deposits', '20261223000004_references_kept_by_deposits'
   WHERE NOT EXISTS (SELECT FROM part_heartbeat) AND NOT EXISTS (SELECT FROM payment) AND NOT EXISTS (SELECT FROM withdrawal);

-- Begins a form of records that older programs can't read: a day after its migration, once none of them was seen for an
-- hour. All cron routes share one entry, which says little about the others. Returns whether it begins now.
CREATE FUNCTION begin_record_form(form text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  migrated timestamptz;
BEGIN
  IF form <> '20261223000004_references_kept_by_deposits' THEN
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

CREATE FUNCTION deposits_keep_references() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM schema_requirement WHERE migration = '20261223000004_references_kept_by_deposits')
$$;

-- A changed deposit moves its reference from the table to the column.
CREATE FUNCTION deposit_keeps_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT deposits_keep_references() THEN
    RETURN NEW;
  END IF;
  NEW.reference := (SELECT client_payment_id FROM payment
                     WHERE business_id = NEW.business_id AND payment_id = NEW.payment_id);
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM deposit_reference WHERE business_id = OLD.business_id AND deposit_id = OLD.deposit_id;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER deposit_keeps_reference BEFORE INSERT ON "deposit" FOR EACH ROW
  WHEN (NEW.reference IS NULL) EXECUTE FUNCTION deposit_keeps_reference();
CREATE TRIGGER deposit_keeps_reference_of_change BEFORE UPDATE ON "deposit" FOR EACH ROW
  WHEN (NEW.reference IS NULL OR (OLD.payment_id, OLD.reference) IS DISTINCT FROM (NEW.payment_id, NEW.reference))
  EXECUTE FUNCTION deposit_keeps_reference();

-- At the end of the statement, for deposits that were written before their payment by the same statement.
CREATE OR REPLACE FUNCTION deposits_take_references() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  late record;
BEGIN
  IF deposits_keep_references() THEN
    FOR late IN
      SELECT * FROM (
        SELECT d.business_id, d.deposit_id,
               (SELECT p.client_payment_id FROM payment p
                 WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS reference
          FROM added d WHERE d.reference IS NULL OFFSET 0) AS told
       WHERE reference IS NOT NULL
    LOOP
      UPDATE deposit SET reference = late.reference
       WHERE business_id = late.business_id AND deposit_id = late.deposit_id;
    END LOOP;
    RETURN NULL;
  END IF;
  INSERT INTO deposit_reference (business_id, deposit_id, reference, day, refund_day)
  SELECT * FROM (
    SELECT d.business_id, d.deposit_id,
           (SELECT p.client_payment_id FROM payment p
             WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS reference,
           (d.sort_at AT TIME ZONE 'UTC')::date, (d.refund_first_seen_at AT TIME ZONE 'UTC')::date
      FROM added d WHERE d.reference IS NULL OFFSET 0) AS told
   WHERE reference IS NOT NULL
  ON CONFLICT (business_id, deposit_id) DO UPDATE
    SET reference = EXCLUDED.reference, day = EXCLUDED.day, refund_day = EXCLUDED.refund_day;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION deposit_changes_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.reference IS NULL THEN
      SELECT client_payment_id INTO told FROM payment
       WHERE business_id = NEW.business_id AND payment_id = NEW.payment_id;
    END IF;
  END IF;
  IF told IS NULL THEN
    DELETE FROM deposit_reference WHERE business_id = OLD.business_id AND deposit_id = OLD.deposit_id;
  ELSE
    INSERT INTO deposit_reference (business_id, deposit_id, reference, day, refund_day)
      VALUES (NEW.business_id, NEW.deposit_id, told, (NEW.sort_at AT TIME ZONE 'UTC')::date,
              (NEW.refund_first_seen_at AT TIME ZONE 'UTC')::date)
      ON CONFLICT (business_id, deposit_id) DO UPDATE
        SET reference = EXCLUDED.reference, day = EXCLUDED.day, refund_day = EXCLUDED.refund_day;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION payment_gives_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.client_payment_id IS NULL OR deposits_keep_references() THEN
    DELETE FROM deposit_reference r USING deposit d
     WHERE d.business_id = NEW.business_id AND d.payment_id = NEW.payment_id
       AND r.business_id = d.business_id AND r.deposit_id = d.deposit_id;
    UPDATE deposit SET reference = NEW.client_payment_id
     WHERE business_id = NEW.business_id AND payment_id = NEW.payment_id
       AND reference IS DISTINCT FROM NEW.client_payment_id;
  ELSE
    INSERT INTO deposit_reference (business_id, deposit_id, reference, day, refund_day)
    SELECT d.business_id, d.deposit_id, NEW.client_payment_id, (d.sort_at AT TIME ZONE 'UTC')::date,
           (d.refund_first_seen_at AT TIME ZONE 'UTC')::date
      FROM deposit d WHERE d.business_id = NEW.business_id AND d.payment_id = NEW.payment_id
    ON CONFLICT (business_id, deposit_id) DO UPDATE
      SET reference = EXCLUDED.reference, day = EXCLUDED.day, refund_day = EXCLUDED.refund_day;
  END IF;
  RETURN NULL;
END
$$;
