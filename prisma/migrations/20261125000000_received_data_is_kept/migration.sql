-- Received bytes, deliveries, answers and decisions about them can be added, never removed. Counters and verdicts stay
-- writable. There is no setting that opens this: only the owner of a table or a superuser can disable a trigger, which
-- is what retention by the owner has to do. Where the product works as the owner, that is no protection by itself, so
-- the rows are counted as well, and `npm run audit:verify` compares.
CREATE FUNCTION refuse_removal_of_received_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% holds what was received and refuses %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER callback_message_is_kept BEFORE DELETE ON callback_message
  FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_received_data();
CREATE TRIGGER callback_message_is_not_truncated BEFORE TRUNCATE ON callback_message
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal_of_received_data();
CREATE TRIGGER callback_delivery_is_kept BEFORE UPDATE OR DELETE ON callback_delivery
  FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_received_data();
CREATE TRIGGER callback_delivery_is_not_truncated BEFORE TRUNCATE ON callback_delivery
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal_of_received_data();
CREATE TRIGGER callback_decision_is_kept BEFORE UPDATE OR DELETE ON callback_decision
  FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_received_data();
CREATE TRIGGER callback_decision_is_not_truncated BEFORE TRUNCATE ON callback_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal_of_received_data();
CREATE TRIGGER service_answer_is_kept BEFORE DELETE ON service_answer
  FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_received_data();
CREATE TRIGGER service_answer_is_not_truncated BEFORE TRUNCATE ON service_answer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal_of_received_data();

-- Protects the id and the kind as well. Listing the columns spares repeats, which change counters alone, the comparison.
DROP TRIGGER callback_message_bytes_stay ON callback_message;
CREATE OR REPLACE FUNCTION refuse_change_of_received_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id IS DISTINCT FROM OLD.id OR NEW.kind IS DISTINCT FROM OLD.kind
     OR NEW.body IS DISTINCT FROM OLD.body OR NEW.sha256 IS DISTINCT FROM OLD.sha256
     OR NEW.business_id IS DISTINCT FROM OLD.business_id OR NEW.first_received_at IS DISTINCT FROM OLD.first_received_at THEN
    RAISE EXCEPTION 'received bytes are never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER callback_message_bytes_stay
  BEFORE UPDATE OF id, business_id, kind, sha256, body, first_received_at ON callback_message
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_received_bytes();

-- A repeated read may have started earlier than the one that was stored first; it never moves forward.
CREATE FUNCTION refuse_change_of_answer_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id IS DISTINCT FROM OLD.id OR NEW.business_id IS DISTINCT FROM OLD.business_id
     OR NEW.payment_id IS DISTINCT FROM OLD.payment_id OR NEW.source IS DISTINCT FROM OLD.source
     OR NEW.sha256 IS DISTINCT FROM OLD.sha256 OR NEW.body IS DISTINCT FROM OLD.body
     OR NEW.person_id IS DISTINCT FROM OLD.person_id OR NEW.file_name IS DISTINCT FROM OLD.file_name
     OR NEW.first_started_at > OLD.first_started_at THEN
    RAISE EXCEPTION 'received bytes are never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER service_answer_bytes_stay
  BEFORE UPDATE OF id, business_id, payment_id, source, sha256, body, person_id, file_name, first_started_at ON service_answer
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_answer_bytes();

-- How many rows were stored, by business and table, with the sum of the last 48 bits of their ids (of deliveries the
-- sum of the numbers): a missing row and a replaced one are found. Triggers write each difference in the transaction
-- of its rows, on a row of its own, so that writers never wait for each other; a job adds them to the totals.
CREATE TABLE "received_total" (
    "business_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "checksum" DECIMAL NOT NULL,

    CONSTRAINT "received_total_pkey" PRIMARY KEY ("business_id","source")
);
CREATE TABLE "received_delta" (
    "id" BIGSERIAL NOT NULL,
    "business_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "checksum" DECIMAL NOT NULL,

    CONSTRAINT "received_delta_pkey" PRIMARY KEY ("id")
);

-- As their owner, so that the role of the product needs no right to change the counts.
CREATE FUNCTION count_received_content() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO received_delta (business_id, source, rows, checksum)
    SELECT business_id, TG_TABLE_NAME, count(*), sum(('x' || right(id::text, 12))::bit(48)::bigint)
      FROM inserted GROUP BY business_id;
  RETURN NULL;
END
$$;
CREATE FUNCTION count_received_deliveries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO received_delta (business_id, source, rows, checksum)
    SELECT business_id, TG_TABLE_NAME, count(*), sum(id) FROM inserted GROUP BY business_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER callback_message_is_counted AFTER INSERT ON callback_message
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_received_content();
CREATE TRIGGER service_answer_is_counted AFTER INSERT ON service_answer
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_received_content();
CREATE TRIGGER callback_delivery_is_counted AFTER INSERT ON callback_delivery
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_received_deliveries();

-- Adds waiting differences to the totals and returns how many. Counts can't be changed by it, only added up.
CREATE FUNCTION add_up_received_rows(most integer) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH taken AS (
    DELETE FROM received_delta WHERE id IN (SELECT id FROM received_delta ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED)
    RETURNING business_id, source, rows, checksum),
  added AS (
    INSERT INTO received_total (business_id, source, rows, checksum)
      SELECT business_id, source, sum(rows), sum(checksum) FROM taken GROUP BY business_id, source ORDER BY business_id, source
    ON CONFLICT (business_id, source) DO UPDATE SET
      rows = received_total.rows + EXCLUDED.rows, checksum = received_total.checksum + EXCLUDED.checksum)
  SELECT count(*)::int FROM taken
$$;
