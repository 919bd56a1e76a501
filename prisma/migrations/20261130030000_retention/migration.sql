-- AlterTable
ALTER TABLE "callback_message" ADD COLUMN     "expired_at" TIMESTAMPTZ(6),
ADD COLUMN     "expired_size" INTEGER;

-- CreateTable
CREATE TABLE "retention_rule" (
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "years" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "retention_rule_pkey" PRIMARY KEY ("business_id","kind")
);

-- CreateTable
CREATE TABLE "retention_change" (
    "business_id" UUID NOT NULL,
    "change_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "years" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "answered_by" UUID,
    "answered_at" TIMESTAMPTZ(6),

    CONSTRAINT "retention_change_pkey" PRIMARY KEY ("business_id","change_id")
);

-- CreateTable
CREATE TABLE "legal_hold" (
    "business_id" UUID NOT NULL,
    "hold_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "placed_by" UUID NOT NULL,
    "placed_at" TIMESTAMPTZ(6) NOT NULL,
    "lift_reason" TEXT,
    "lift_proposed_by" UUID,
    "lift_proposed_at" TIMESTAMPTZ(6),
    "lifted_by" UUID,
    "lifted_at" TIMESTAMPTZ(6),

    CONSTRAINT "legal_hold_pkey" PRIMARY KEY ("business_id","hold_id")
);

-- CreateTable
CREATE TABLE "record_expiry" (
    "expiry_id" BIGSERIAL NOT NULL,
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "expired_at" TIMESTAMPTZ(6) NOT NULL,
    "last_changed_at" TIMESTAMPTZ(6) NOT NULL,
    "years" INTEGER NOT NULL,
    "deposits" INTEGER NOT NULL,
    "messages" INTEGER NOT NULL,
    "answers" JSONB NOT NULL,
    "bytes" BIGINT NOT NULL,
    "transaction" BIGINT NOT NULL,

    CONSTRAINT "record_expiry_pkey" PRIMARY KEY ("expiry_id")
);

-- CreateTable
CREATE TABLE "retention_pass" (
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "finished_at" TIMESTAMPTZ(6),
    "after_at" TIMESTAMPTZ(6),
    "after_id" UUID,
    "expired" INTEGER NOT NULL DEFAULT 0,
    "retained" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "retention_pass_pkey" PRIMARY KEY ("business_id","kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "retention_change_one_proposal" ON "retention_change"("business_id", "kind") WHERE (state = 'proposed');

-- CreateIndex
CREATE INDEX "legal_hold_business_id_placed_at_idx" ON "legal_hold"("business_id", "placed_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "legal_hold_one" ON "legal_hold"("business_id", "kind", "record_id") WHERE (lifted_at IS NULL);

-- CreateIndex
CREATE INDEX "record_expiry_business_id_kind_record_id_idx" ON "record_expiry"("business_id", "kind", "record_id");

-- CreateIndex
CREATE INDEX "record_expiry_business_id_expired_at_idx" ON "record_expiry"("business_id", "expired_at" DESC);

-- From here on what Prisma's schema can't say.

ALTER TABLE retention_rule
  ADD CONSTRAINT retention_rule_kind CHECK (kind IN ('payment', 'withdrawal')),
  ADD CONSTRAINT retention_rule_years CHECK (years BETWEEN 1 AND 30);
ALTER TABLE retention_change
  ADD CONSTRAINT retention_change_kind CHECK (kind IN ('payment', 'withdrawal')),
  ADD CONSTRAINT retention_change_years CHECK (years BETWEEN 1 AND 30),
  ADD CONSTRAINT retention_change_state CHECK (state IN ('proposed', 'final', 'declined', 'withdrawn')),
  ADD CONSTRAINT retention_change_answered CHECK ((state = 'proposed') = (answered_at IS NULL)
    AND (answered_by IS NOT NULL OR state IN ('proposed', 'withdrawn'))),
  ADD CONSTRAINT retention_change_second_person CHECK (state NOT IN ('final', 'declined') OR answered_by <> proposed_by),
  ADD CONSTRAINT retention_change_withdrawn CHECK (state <> 'withdrawn' OR answered_by IS NULL OR answered_by = proposed_by);
ALTER TABLE legal_hold
  ADD CONSTRAINT legal_hold_kind CHECK (kind IN ('payment', 'withdrawal')),
  ADD CONSTRAINT legal_hold_reason CHECK (length(reason) BETWEEN 1 AND 2000),
  ADD CONSTRAINT legal_hold_lift_reason CHECK (length(lift_reason) BETWEEN 1 AND 2000),
  ADD CONSTRAINT legal_hold_lift CHECK (num_nonnulls(lift_reason, lift_proposed_by, lift_proposed_at) IN (0, 3)),
  ADD CONSTRAINT legal_hold_lifted CHECK (num_nonnulls(lifted_by, lifted_at) IN (0, 2)),
  ADD CONSTRAINT legal_hold_second_person CHECK (lifted_by IS NULL OR (lift_proposed_by IS NOT NULL AND lifted_by <> lift_proposed_by));
ALTER TABLE record_expiry ADD CONSTRAINT record_expiry_kind CHECK (kind IN ('payment', 'withdrawal'));
ALTER TABLE retention_pass ADD CONSTRAINT retention_pass_kind CHECK (kind IN ('payment', 'withdrawal'));

DO $$
DECLARE target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['retention_change', 'legal_hold', 'record_expiry', 'retention_pass'] LOOP
    EXECUTE format(
      $sql$CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT
        WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                                  'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
        EXECUTE FUNCTION refuse_other_time_zone()$sql$, target || '_is_written_in_utc', target);
  END LOOP;
END
$$;

-- A proposal of a shorter time is answered once. Two independent owners make it final, on the version that it is based on.
CREATE FUNCTION guard_retention_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  answer text[] := '{state,answered_by,answered_at}';
  current_version integer;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a proposal is never deleted' USING ERRCODE = 'check_violation';
  END IF;
  SELECT r.version INTO current_version FROM retention_rule r
   WHERE r.business_id = NEW.business_id AND r.kind = NEW.kind FOR UPDATE;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' OR current_version IS NULL THEN
      RAISE EXCEPTION 'a proposal begins without an answer and changes a rule' USING ERRCODE = 'check_violation';
    END IF;
    NEW.version := current_version;
    RETURN NEW;
  END IF;
  IF (to_jsonb(NEW) - answer) <> (to_jsonb(OLD) - answer) OR OLD.state <> 'proposed' THEN
    RAISE EXCEPTION 'a proposal is answered once and never changed' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> 'proposed' AND NEW.answered_at
       NOT BETWEEN clock_timestamp() - interval '5 minutes' AND clock_timestamp() + interval '5 minutes' THEN
    RAISE EXCEPTION 'an answer is stored when it is given' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'final' THEN
    IF current_version IS DISTINCT FROM NEW.version THEN
      RAISE EXCEPTION 'the rule has changed since the proposal' USING ERRCODE = 'check_violation';
    END IF;
    IF NOT review_independent(NEW.business_id, NEW.proposed_by, NEW.answered_by, NEW.answered_at)
       OR NOT (is_owner_with_access(NEW.business_id, NEW.proposed_by)
               AND is_owner_with_access(NEW.business_id, NEW.answered_by)) THEN
      RAISE EXCEPTION 'two independent owners approve a shorter time' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER retention_change_guard BEFORE INSERT OR UPDATE OR DELETE ON retention_change FOR EACH ROW
  EXECUTE FUNCTION guard_retention_change();

-- A rule begins without years, so it keeps everything. A shorter time needs a final change of its current version.
CREATE FUNCTION guard_retention_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a rule is never deleted' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.years IS NOT NULL THEN
      RAISE EXCEPTION 'a rule begins without years' USING ERRCODE = 'check_violation';
    END IF;
    NEW.version := 1;
    RETURN NEW;
  END IF;
  IF NEW.business_id <> OLD.business_id OR NEW.kind <> OLD.kind THEN
    RAISE EXCEPTION 'a rule keeps its business and its kind' USING ERRCODE = 'check_violation';
  END IF;
  NEW.version := OLD.version;
  IF NEW.years IS NOT DISTINCT FROM OLD.years THEN RETURN NEW; END IF;
  NEW.version := OLD.version + 1;
  IF NEW.years IS NULL OR NEW.years > OLD.years THEN RETURN NEW; END IF;
  IF NOT EXISTS (SELECT FROM retention_change c
                  WHERE c.business_id = OLD.business_id AND c.kind = OLD.kind AND c.version = OLD.version
                    AND c.years = NEW.years AND c.state = 'final' AND c.answered_by <> c.proposed_by) THEN
    RAISE EXCEPTION 'a second owner approves a shorter time' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER retention_rule_guard BEFORE INSERT OR UPDATE OR DELETE ON retention_rule FOR EACH ROW
  EXECUTE FUNCTION guard_retention_rule();

CREATE FUNCTION apply_retention_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE retention_rule SET years = NEW.years WHERE business_id = NEW.business_id AND kind = NEW.kind;
  RETURN NULL;
END
$$;
CREATE TRIGGER retention_change_applies AFTER UPDATE OF state ON retention_change FOR EACH ROW
  WHEN (NEW.state = 'final') EXECUTE FUNCTION apply_retention_change();

-- Returns true for a member with access who may work on cases. Holds the membership until the transaction ends.
CREATE FUNCTION is_reviewer_with_access(business uuid, person uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM membership m JOIN person p ON p.id = m.person_id
   WHERE m.business_id = business AND m.person_id = person AND m.role IN ('compliance', 'owner')
     AND m.disabled_at IS NULL AND p.disabled_at IS NULL
     FOR SHARE;
  RETURN FOUND;
END
$$;

-- A hold begins on an existing record, which it locks, so that the record can't expire at the same time. Two independent
-- people lift it.
CREATE FUNCTION guard_legal_hold() RETURNS trigger LANGUAGE plpgsql AS $$
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
    ELSE
      PERFORM FROM withdrawal WHERE business_id = NEW.business_id AND withdrawal_id = NEW.record_id FOR SHARE;
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
CREATE TRIGGER legal_hold_guard BEFORE INSERT OR UPDATE OR DELETE ON legal_hold FOR EACH ROW
  EXECUTE FUNCTION guard_legal_hold();

-- Returns the last change of a record with everything that belongs to it. A repeated callback or read is no change.
CREATE FUNCTION last_change_of_record(business uuid, record_kind text, record uuid) RETURNS timestamptz
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF record_kind = 'payment' THEN
    RETURN (SELECT greatest(p.changed_at,
        (SELECT max(greatest(d.changed_at, r.changed_at)) FROM deposit d
           LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
          WHERE d.business_id = business AND d.payment_id = record),
        (SELECT max(m.first_received_at) FROM callback_message m WHERE m.business_id = business AND m.payment_id = record),
        (SELECT max(a.first_started_at) FROM service_answer a WHERE a.business_id = business AND a.payment_id = record),
        (SELECT e.changed_at FROM payment_exception e
          WHERE e.business_id = business AND e.kind = 'payment' AND e.subject_id = record),
        last_annotation_of_record(business, 'payment', ARRAY[record]),
        last_annotation_of_record(business, 'deposit', ARRAY(
          SELECT d.deposit_id FROM deposit d WHERE d.business_id = business AND d.payment_id = record)))
      FROM payment p WHERE p.business_id = business AND p.payment_id = record);
  END IF;
  RETURN (SELECT greatest(w.changed_at,
      (SELECT r.changed_at FROM withdrawal_risk r WHERE r.business_id = business AND r.withdrawal_id = record),
      (SELECT max(m.first_received_at) FROM callback_message m
        WHERE m.business_id = business AND m.subject_id = record AND m.kind = 'withdrawal'),
      last_annotation_of_record(business, 'withdrawal', ARRAY[record]))
    FROM withdrawal w WHERE w.business_id = business AND w.withdrawal_id = record);
END
$$;

CREATE FUNCTION last_annotation_of_record(business uuid, record_kind text, records uuid[]) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT max(t.written_at) FROM record_note n
       JOIN record_note_text t ON t.business_id = n.business_id AND t.note_id = n.note_id
      WHERE n.business_id = business AND n.kind = record_kind AND n.record_id = ANY(records)),
    (SELECT max(l.added_at) FROM record_label l
      WHERE l.business_id = business AND l.kind = record_kind AND l.record_id = ANY(records)))
$$;

-- Returns why a record doesn't expire, or null. Checks what is cheap and common first. The last check reads the conflicts
-- of the business, because a payment that claimed a deposit of another one is part of that one's history.
CREATE FUNCTION retention_obstacle(business uuid, record_kind text, record uuid, cutoff timestamptz) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  changed timestamptz := last_change_of_record(business, record_kind, record);
BEGIN
  IF changed IS NULL THEN RETURN 'missing'; END IF;
  IF changed >= cutoff THEN RETURN 'changed'; END IF;
  IF EXISTS (SELECT FROM legal_hold h WHERE h.business_id = business AND h.kind = record_kind
                AND h.record_id = record AND h.lifted_at IS NULL) THEN
    RETURN 'held';
  END IF;
  IF record_kind = 'withdrawal' THEN
    IF EXISTS (SELECT FROM review_case c WHERE c.business_id = business AND c.subject_kind = 'withdrawal' AND c.subject_id = record)
       OR EXISTS (SELECT FROM review_due u WHERE u.business_id = business AND u.subject_id = record) THEN
      RETURN 'case';
    END IF;
    IF EXISTS (SELECT FROM withdrawal w WHERE w.business_id = business AND w.withdrawal_id = record AND w.conflicts <> '[]'::jsonb) THEN
      RETURN 'conflict';
    END IF;
    IF EXISTS (SELECT FROM callback_message m WHERE m.business_id = business AND m.subject_id = record
                  AND m.kind = 'withdrawal' AND m.verdict = 'quarantined') THEN
      RETURN 'quarantined';
    END IF;
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM deposit d WHERE d.business_id = business AND d.payment_id = record
                AND (EXISTS (SELECT FROM review_case c WHERE c.business_id = business
                                AND c.subject_kind = 'deposit' AND c.subject_id = d.deposit_id)
                     OR EXISTS (SELECT FROM review_due u WHERE u.business_id = business AND u.subject_id = d.deposit_id))) THEN
    RETURN 'case';
  END IF;
  IF EXISTS (SELECT FROM payment p WHERE p.business_id = business AND p.payment_id = record AND p.next_read_at IS NOT NULL) THEN
    RETURN 'read';
  END IF;
  IF EXISTS (SELECT FROM payment_exception e WHERE e.business_id = business AND e.kind = 'payment' AND e.subject_id = record
                AND e.owner_id IS NOT NULL AND e.resolved_at IS NULL) THEN
    RETURN 'exception';
  END IF;
  IF EXISTS (SELECT FROM callback_message m WHERE m.business_id = business AND m.payment_id = record AND m.verdict = 'quarantined') THEN
    RETURN 'quarantined';
  END IF;
  IF EXISTS (SELECT FROM payment p WHERE p.business_id = business AND p.payment_id = record AND p.conflicts <> '[]'::jsonb)
     OR EXISTS (SELECT FROM deposit d WHERE d.business_id = business AND d.payment_id = record
                   AND (d.conflicts <> '[]'::jsonb
                        OR EXISTS (SELECT FROM callback_message m WHERE m.business_id = business
                                      AND m.subject_id = d.deposit_id AND m.payment_id IS DISTINCT FROM record)))
     OR EXISTS (SELECT FROM callback_message m JOIN deposit d ON d.business_id = m.business_id AND d.deposit_id = m.subject_id
                 WHERE m.business_id = business AND m.payment_id = record AND d.payment_id <> record)
     OR EXISTS (SELECT FROM deposit d WHERE d.business_id = business AND d.conflicts <> '[]'::jsonb
                   AND strpos(d.conflicts::text, record::text) > 0) THEN
    RETURN 'conflict';
  END IF;
  RETURN NULL;
END
$$;

-- Evidence is added only for a record that may expire by the approved rule, and never changed. This protects the contents
-- also where the product works as the owner of the tables.
CREATE FUNCTION guard_record_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rule_years integer;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'the evidence of expired records refuses %', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT r.years INTO rule_years FROM retention_rule r WHERE r.business_id = NEW.business_id AND r.kind = NEW.kind FOR SHARE;
  IF rule_years IS NULL OR NEW.years <> rule_years
     OR retention_obstacle(NEW.business_id, NEW.kind, NEW.record_id, now() - make_interval(years => rule_years)) IS NOT NULL THEN
    RAISE EXCEPTION 'this record does not expire' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.expired_at := now();
  NEW.transaction := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END
$$;
CREATE TRIGGER record_expiry_guard BEFORE INSERT OR UPDATE OR DELETE ON record_expiry FOR EACH ROW
  EXECUTE FUNCTION guard_record_expiry();
CREATE TRIGGER record_expiry_is_not_truncated BEFORE TRUNCATE ON record_expiry FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_removal_of_received_data();

-- Returns true if this transaction expires the record.
CREATE FUNCTION is_expiring(business uuid, record_kind text, record uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM record_expiry e WHERE e.business_id = business AND e.kind = record_kind
                    AND e.record_id = record AND e.transaction = pg_current_xact_id_if_assigned()::text::bigint)
$$;

-- The bytes of a callback are removed only while its record expires. Its hash, its size and all else remain.
CREATE OR REPLACE FUNCTION refuse_change_of_received_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id IS DISTINCT FROM OLD.id OR NEW.kind IS DISTINCT FROM OLD.kind OR NEW.sha256 IS DISTINCT FROM OLD.sha256
     OR NEW.business_id IS DISTINCT FROM OLD.business_id OR NEW.first_received_at IS DISTINCT FROM OLD.first_received_at THEN
    RAISE EXCEPTION 'received bytes are never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (NEW.body, NEW.expired_at, NEW.expired_size) IS DISTINCT FROM (OLD.body, OLD.expired_at, OLD.expired_size)
     OR (NEW.verdict = 'expired') <> (OLD.verdict = 'expired') THEN
    IF OLD.expired_at IS NOT NULL OR NEW.expired_at IS NULL OR NEW.verdict <> 'expired' OR NEW.body <> ''::bytea
       OR NEW.expired_size IS DISTINCT FROM length(OLD.body)
       OR NOT (CASE NEW.kind WHEN 'withdrawal' THEN is_expiring(NEW.business_id, 'withdrawal', OLD.subject_id)
                             ELSE is_expiring(NEW.business_id, 'payment', OLD.payment_id) END) THEN
      RAISE EXCEPTION 'received bytes are never changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
DROP TRIGGER callback_message_bytes_stay ON callback_message;
CREATE TRIGGER callback_message_bytes_stay
  BEFORE UPDATE OF id, business_id, kind, sha256, body, first_received_at, verdict, expired_at, expired_size ON callback_message
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_received_bytes();

-- Expired callbacks keep the one that they are shown with, so that the number of visible ones says nothing about risk.
DROP TRIGGER callback_message_regroups ON callback_message;
CREATE TRIGGER callback_message_regroups BEFORE UPDATE ON callback_message FOR EACH ROW
  WHEN (NEW.verdict <> 'expired'
        AND ((OLD.verdict IN ('applied', 'new-version')) <> (NEW.verdict IN ('applied', 'new-version'))
             OR OLD.subject_id IS DISTINCT FROM NEW.subject_id))
  EXECUTE FUNCTION regroup_callback();

-- The answers of an expiring payment are removed, and subtracted from the counts. Its evidence has their hashes.
CREATE FUNCTION refuse_removal_of_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_expiring(OLD.business_id, 'payment', OLD.payment_id) THEN
    RAISE EXCEPTION '% holds what was received and refuses %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END
$$;
DROP TRIGGER service_answer_is_kept ON service_answer;
CREATE TRIGGER service_answer_is_kept BEFORE DELETE ON service_answer FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_answers();

CREATE FUNCTION count_expired_answers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO received_delta (business_id, source, rows, checksum)
    SELECT business_id, TG_TABLE_NAME, -count(*), -sum(('x' || right(id::text, 12))::bit(48)::bigint)
      FROM removed GROUP BY business_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER service_answer_expiry_is_counted AFTER DELETE ON service_answer
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_expired_answers();

-- Removes the annotations of records.
CREATE FUNCTION remove_annotations(business uuid, record_kind text, records uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM record_label WHERE business_id = business AND kind = record_kind AND record_id = ANY(records);
  DELETE FROM record_note_text t USING record_note n
   WHERE n.business_id = business AND n.kind = record_kind AND n.record_id = ANY(records)
     AND t.business_id = n.business_id AND t.note_id = n.note_id;
  DELETE FROM record_note WHERE business_id = business AND kind = record_kind AND record_id = ANY(records);
END
$$;

-- Expires one record: adds the evidence, removes the contents and the rows. Returns why it doesn't, or null. The caller
-- holds the locks under which callbacks change the record. Runs as the owner of the tables, and decides by the approved
-- rule alone.
CREATE FUNCTION expire_record(business uuid, record_kind text, record uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule_years integer;
  obstacle text;
  deposits uuid[] := '{}';
  messages uuid[];
  message_bytes bigint;
  removed_answers jsonb := '[]';
  answer_bytes bigint := 0;
BEGIN
  SELECT r.years INTO rule_years FROM retention_rule r WHERE r.business_id = business AND r.kind = record_kind FOR SHARE;
  IF rule_years IS NULL THEN RETURN 'kept'; END IF;
  IF record_kind = 'payment' THEN
    PERFORM FROM payment WHERE business_id = business AND payment_id = record FOR UPDATE;
  ELSE
    PERFORM FROM withdrawal WHERE business_id = business AND withdrawal_id = record FOR UPDATE;
  END IF;
  obstacle := retention_obstacle(business, record_kind, record, now() - make_interval(years => rule_years));
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  IF record_kind = 'payment' THEN
    deposits := ARRAY(SELECT d.deposit_id FROM deposit d WHERE d.business_id = business AND d.payment_id = record);
    SELECT coalesce(jsonb_agg(jsonb_build_object('source', a.source, 'sha256', encode(a.sha256, 'hex'), 'size', length(a.body))
                              ORDER BY a.first_started_at, a.id), '[]'), coalesce(sum(length(a.body)), 0)
      INTO removed_answers, answer_bytes
      FROM service_answer a WHERE a.business_id = business AND a.payment_id = record;
  END IF;
  IF record_kind = 'payment' THEN
    SELECT coalesce(array_agg(m.id ORDER BY m.first_received_at, m.id), '{}'), coalesce(sum(length(m.body)), 0)
      INTO messages, message_bytes FROM callback_message m
     WHERE m.business_id = business AND m.payment_id = record AND m.kind <> 'withdrawal' AND m.expired_at IS NULL;
  ELSE
    SELECT coalesce(array_agg(m.id ORDER BY m.first_received_at, m.id), '{}'), coalesce(sum(length(m.body)), 0)
      INTO messages, message_bytes FROM callback_message m
     WHERE m.business_id = business AND m.subject_id = record AND m.kind = 'withdrawal' AND m.expired_at IS NULL;
  END IF;
  INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction)
    VALUES (business, record_kind, record, now(), last_change_of_record(business, record_kind, record), rule_years,
            cardinality(deposits), cardinality(messages), removed_answers, message_bytes + answer_bytes, 0);
  UPDATE callback_message
     SET body = '', expired_at = now(), expired_size = length(body), verdict = 'expired', reasons = '[]', accepted = '[]'
   WHERE id = ANY(messages);
  IF record_kind = 'payment' THEN
    DELETE FROM service_answer WHERE business_id = business AND payment_id = record;
    DELETE FROM review_owner WHERE business_id = business AND subject_kind = 'deposit' AND subject_id = ANY(deposits);
    DELETE FROM deposit_risk WHERE business_id = business AND deposit_id = ANY(deposits);
    PERFORM remove_annotations(business, 'deposit', deposits);
    DELETE FROM deposit WHERE business_id = business AND payment_id = record;
    DELETE FROM payment_exception WHERE business_id = business AND kind = 'payment' AND subject_id = record;
    PERFORM remove_annotations(business, 'payment', ARRAY[record]);
    UPDATE payment_creation_detail SET note = NULL, label_ids = '{}' WHERE business_id = business AND payment_id = record;
    DELETE FROM payment WHERE business_id = business AND payment_id = record;
  ELSE
    DELETE FROM review_owner WHERE business_id = business AND subject_kind = 'withdrawal' AND subject_id = record;
    DELETE FROM withdrawal_risk WHERE business_id = business AND withdrawal_id = record;
    PERFORM remove_annotations(business, 'withdrawal', ARRAY[record]);
    DELETE FROM withdrawal WHERE business_id = business AND withdrawal_id = record;
  END IF;
  -- An older program can't read an expired callback. Before the first expiry it can.
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261130030000_retention', '20261130030000_retention') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
