-- AlterTable
ALTER TABLE "review_due" ADD COLUMN     "marked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "review_rule" (
    "business_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "state" TEXT NOT NULL DEFAULT 'draft',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_rule_pkey" PRIMARY KEY ("business_id","rule_id")
);

-- CreateTable
CREATE TABLE "review_rule_text" (
    "business_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "made_by" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_rule_text_pkey" PRIMARY KEY ("business_id","rule_id","number")
);

-- CreateTable
CREATE TABLE "review_rule_change" (
    "business_id" UUID NOT NULL,
    "change_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "rule_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "past_days" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT NOT NULL,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "answered_by" UUID,
    "answered_at" TIMESTAMPTZ(6),
    "answer" TEXT,

    CONSTRAINT "review_rule_change_pkey" PRIMARY KEY ("business_id","change_id")
);

-- CreateTable
CREATE TABLE "review_rule_force" (
    "business_id" UUID NOT NULL,
    "change_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "begins_at" TIMESTAMPTZ(6) NOT NULL,
    "ended_at" TIMESTAMPTZ(6),
    "ended_by" UUID,

    CONSTRAINT "review_rule_force_pkey" PRIMARY KEY ("business_id","change_id")
);

-- CreateTable
CREATE TABLE "review_rule_run" (
    "business_id" UUID NOT NULL,
    "run_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "rule_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(6) NOT NULL,
    "until_at" TIMESTAMPTZ(6) NOT NULL,
    "started_by" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "cursor_at" TIMESTAMPTZ(6),
    "cursor_id" UUID,
    "looked" INTEGER NOT NULL DEFAULT 0,
    "hits" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'running',
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "review_rule_run_pkey" PRIMARY KEY ("business_id","run_id")
);

-- CreateTable
CREATE TABLE "review_rule_hit" (
    "business_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_rule_hit_pkey" PRIMARY KEY ("business_id","run_id","subject_id")
);

-- CreateTable
CREATE TABLE "review_owner" (
    "business_id" UUID NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "owner_key" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_owner_pkey" PRIMARY KEY ("business_id","subject_kind","subject_id")
);

-- CreateIndex
CREATE INDEX "review_fact_by_rule" ON "review_fact"("business_id", "kind", "seen_at") WHERE (kind LIKE 'rule:%');

-- CreateIndex
CREATE UNIQUE INDEX "review_rule_change_one_proposal" ON "review_rule_change"("business_id", "rule_id") WHERE (state = 'proposed');

-- CreateIndex
CREATE INDEX "review_rule_change_business_id_rule_id_proposed_at_idx" ON "review_rule_change"("business_id", "rule_id", "proposed_at");

-- CreateIndex
CREATE UNIQUE INDEX "review_rule_force_one" ON "review_rule_force"("business_id", "rule_id") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "review_rule_force_business_id_ended_at_idx" ON "review_rule_force"("business_id", "ended_at");

-- CreateIndex
CREATE INDEX "review_rule_run_business_id_rule_id_started_at_idx" ON "review_rule_run"("business_id", "rule_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "review_rule_run_running" ON "review_rule_run"("started_at") WHERE (state = 'running');

-- CreateIndex
CREATE INDEX "review_rule_hit_business_id_run_id_at_subject_id_idx" ON "review_rule_hit"("business_id", "run_id", "at" DESC, "subject_id");

-- CreateIndex
CREATE INDEX "review_owner_business_id_subject_kind_owner_key_at_idx" ON "review_owner"("business_id", "subject_kind", "owner_key", "at");

-- CreateIndex
CREATE INDEX "deposit_business_id_payment_id_sort_at_idx" ON "deposit"("business_id", "payment_id", "sort_at");

-- DropIndex
DROP INDEX IF EXISTS "deposit_business_id_payment_id_idx";

-- CreateIndex
CREATE INDEX "deposit_business_id_from_address_key_sort_at_idx" ON "deposit"("business_id", "from_address_key" text_pattern_ops, "sort_at");

-- DropIndex
DROP INDEX IF EXISTS "deposit_business_id_from_address_key_idx";

-- CreateIndex
CREATE INDEX "withdrawal_business_id_to_address_key_first_received_at_idx" ON "withdrawal"("business_id", "to_address_key" text_pattern_ops, "first_received_at");

-- DropIndex
DROP INDEX IF EXISTS "withdrawal_business_id_to_address_key_idx";

-- AddForeignKey
ALTER TABLE "review_rule_text" ADD CONSTRAINT "review_rule_text_business_id_rule_id_fkey" FOREIGN KEY ("business_id", "rule_id") REFERENCES "review_rule"("business_id", "rule_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_rule_change" ADD CONSTRAINT "review_rule_change_business_id_rule_id_fkey" FOREIGN KEY ("business_id", "rule_id") REFERENCES "review_rule"("business_id", "rule_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_rule_hit" ADD CONSTRAINT "review_rule_hit_business_id_run_id_fkey" FOREIGN KEY ("business_id", "run_id") REFERENCES "review_rule_run"("business_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_rule_change" ADD CONSTRAINT "review_rule_change_business_id_rule_id_number_fkey" FOREIGN KEY ("business_id", "rule_id", "number") REFERENCES "review_rule_text"("business_id", "rule_id", "number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_rule_force" ADD CONSTRAINT "review_rule_force_business_id_rule_id_number_fkey" FOREIGN KEY ("business_id", "rule_id", "number") REFERENCES "review_rule_text"("business_id", "rule_id", "number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_rule_run" ADD CONSTRAINT "review_rule_run_business_id_rule_id_number_fkey" FOREIGN KEY ("business_id", "rule_id", "number") REFERENCES "review_rule_text"("business_id", "rule_id", "number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE review_rule
  ADD CONSTRAINT review_rule_state CHECK (state IN ('draft', 'active', 'paused', 'retired'));
ALTER TABLE review_rule_text
  ADD CONSTRAINT review_rule_text_subject_kind CHECK (subject_kind IN ('deposit', 'withdrawal')),
  ADD CONSTRAINT review_rule_text_number CHECK (number >= 1),
  ADD CONSTRAINT review_rule_text_name CHECK (length(trim(name)) BETWEEN 1 AND 200),
  ADD CONSTRAINT review_rule_text_spec CHECK (jsonb_typeof(spec) = 'object' AND octet_length(spec::text) <= 4000);
ALTER TABLE review_rule_change
  ADD CONSTRAINT review_rule_change_kind CHECK (kind IN ('activate', 'pause', 'resume', 'retire')),
  ADD CONSTRAINT review_rule_change_state CHECK (state IN ('proposed', 'final', 'declined', 'withdrawn')),
  ADD CONSTRAINT review_rule_change_reason CHECK (length(trim(reason)) > 0),
  ADD CONSTRAINT review_rule_change_past CHECK (past_days BETWEEN 0 AND 365 AND (past_days = 0 OR kind = 'activate')),
  ADD CONSTRAINT review_rule_change_answered CHECK (
    (state = 'proposed') = (answered_by IS NULL) AND (answered_by IS NULL) = (answered_at IS NULL)),
  ADD CONSTRAINT review_rule_change_second_person CHECK (
    state NOT IN ('final', 'declined') OR answered_by <> proposed_by),
  ADD CONSTRAINT review_rule_change_withdrawn CHECK (state <> 'withdrawn' OR answered_by = proposed_by);
ALTER TABLE review_rule_force
  ADD CONSTRAINT review_rule_force_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL));
ALTER TABLE review_rule_run
  ADD CONSTRAINT review_rule_run_kind CHECK (kind IN ('try', 'apply')),
  ADD CONSTRAINT review_rule_run_state CHECK (state IN ('running', 'done', 'full', 'stopped'));

CREATE TRIGGER review_rule_text_stays BEFORE UPDATE OR DELETE ON review_rule_text
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_review();
CREATE TRIGGER review_rule_stays BEFORE DELETE ON review_rule
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_review();

CREATE FUNCTION guard_review_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a change of a rule begins as a proposal' USING ERRCODE = 'check_violation';
    END IF;
  ELSIF TG_OP = 'DELETE' OR OLD.state <> 'proposed'
     OR (NEW.business_id, NEW.change_id, NEW.rule_id, NEW.kind, NEW.number, NEW.past_days, NEW.reason, NEW.proposed_by,
         NEW.proposed_at)
        IS DISTINCT FROM (OLD.business_id, OLD.change_id, OLD.rule_id, OLD.kind, OLD.number, OLD.past_days, OLD.reason,
         OLD.proposed_by, OLD.proposed_at) THEN
    RAISE EXCEPTION 'what was proposed or answered is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER review_rule_change_stays BEFORE INSERT OR UPDATE OR DELETE ON review_rule_change
  FOR EACH ROW EXECUTE FUNCTION guard_review_rule_change();

-- A rule bites from the answer of a second person on, into the past only as far as was proposed, and until another such answer.
CREATE FUNCTION guard_review_rule_force() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.ended_at IS NOT NULL OR NOT EXISTS (
         SELECT FROM review_rule_change c
           JOIN review_rule_text t ON t.business_id = c.business_id AND t.rule_id = c.rule_id AND t.number = c.number
          WHERE c.business_id = NEW.business_id AND c.change_id = NEW.change_id AND c.rule_id = NEW.rule_id
            AND c.number = NEW.number AND c.kind IN ('activate', 'resume') AND c.state = 'final'
            AND t.subject_kind = NEW.subject_kind
            AND NEW.begins_at >= c.answered_at - make_interval(days => c.past_days)) THEN
      RAISE EXCEPTION 'a rule is begun by a change that a second person approved' USING ERRCODE = 'check_violation';
    END IF;
  ELSIF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR (NEW.business_id, NEW.change_id, NEW.rule_id, NEW.number, NEW.subject_kind, NEW.begins_at)
        IS DISTINCT FROM (OLD.business_id, OLD.change_id, OLD.rule_id, OLD.number, OLD.subject_kind, OLD.begins_at)
     OR NOT EXISTS (
         SELECT FROM review_rule_change c
          WHERE c.business_id = NEW.business_id AND c.change_id = NEW.ended_by AND c.rule_id = NEW.rule_id
            AND c.kind IN ('activate', 'pause', 'retire') AND c.state = 'final') THEN
    RAISE EXCEPTION 'a rule is ended by a change that a second person approved' USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER review_rule_force_is_approved BEFORE INSERT OR UPDATE OR DELETE ON review_rule_force
  FOR EACH ROW EXECUTE FUNCTION guard_review_rule_force();

CREATE FUNCTION guard_review_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.state = 'active') <> EXISTS (
       SELECT FROM review_rule_force f
        WHERE f.business_id = NEW.business_id AND f.rule_id = NEW.rule_id AND f.ended_at IS NULL) THEN
    RAISE EXCEPTION 'a rule is active while it is in force, and only then' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_rule_state_is_true BEFORE INSERT OR UPDATE ON review_rule
  FOR EACH ROW EXECUTE FUNCTION guard_review_rule();

-- Whether a rule of the merchant's own may care for what became known of a subject at that time. Whoever begins a rule
-- holds the lock alone, so that what is written meanwhile waits and then sees the rule: nothing falls in between.
CREATE FUNCTION is_ruled(business uuid, subject text, known timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('review rules ' || business::text, 0));
  RETURN EXISTS (SELECT FROM review_rule_force
                  WHERE business_id = business AND subject_kind = subject AND ended_at IS NULL AND begins_at <= known);
END
$$;

CREATE FUNCTION mark_ruled_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_ruled(NEW.business_id, 'deposit', greatest(NEW.sort_at, NEW.first_observed_at)) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id) VALUES (NEW.business_id, 'deposit', NEW.deposit_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_is_ruled AFTER INSERT ON deposit FOR EACH ROW EXECUTE FUNCTION mark_ruled_deposit();
CREATE TRIGGER deposit_ruled_changes AFTER UPDATE ON deposit FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.sort_at, OLD.from_address_key, OLD.network, OLD.deposit_currency, OLD.deposit_amount,
         OLD.callback_deposit_amount, OLD.display_currency, OLD.display_amount, OLD.callback_display_amount,
         OLD.settlement_currency, OLD.settlement_payable_amount, OLD.callback_settlement_amount,
         OLD.uniform_payable_amount)
        IS DISTINCT FROM
        (NEW.payment_id, NEW.sort_at, NEW.from_address_key, NEW.network, NEW.deposit_currency, NEW.deposit_amount,
         NEW.callback_deposit_amount, NEW.display_currency, NEW.display_amount, NEW.callback_display_amount,
         NEW.settlement_currency, NEW.settlement_payable_amount, NEW.callback_settlement_amount,
         NEW.uniform_payable_amount))
  EXECUTE FUNCTION mark_ruled_deposit();

CREATE FUNCTION mark_ruled_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_ruled(NEW.business_id, 'withdrawal', NEW.first_received_at) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER withdrawal_is_ruled AFTER INSERT ON withdrawal FOR EACH ROW EXECUTE FUNCTION mark_ruled_withdrawal();
CREATE TRIGGER withdrawal_ruled_changes AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN ((OLD.first_received_at, OLD.to_address_key, OLD.to_tag, OLD.withdraw_currency, OLD.actual_withdraw_amount,
         OLD.estimated_withdraw_amount, OLD.display_currency, OLD.actual_display_amount, OLD.expected_display_amount,
         OLD.settlement_currency, OLD.deducted_settlement_amount)
        IS DISTINCT FROM
        (NEW.first_received_at, NEW.to_address_key, NEW.to_tag, NEW.withdraw_currency, NEW.actual_withdraw_amount,
         NEW.estimated_withdraw_amount, NEW.display_currency, NEW.actual_display_amount, NEW.expected_display_amount,
         NEW.settlement_currency, NEW.deducted_settlement_amount))
  EXECUTE FUNCTION mark_ruled_withdrawal();

-- The reference of a payment may be told after its deposits.
CREATE FUNCTION mark_ruled_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT d.business_id, 'deposit', d.deposit_id FROM deposit d
     WHERE d.business_id = NEW.business_id AND d.payment_id = NEW.payment_id
       AND is_ruled(d.business_id, 'deposit', greatest(d.sort_at, d.first_observed_at));
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_reference_changes AFTER UPDATE ON payment FOR EACH ROW
  WHEN (OLD.client_payment_id IS DISTINCT FROM NEW.client_payment_id) EXECUTE FUNCTION mark_ruled_payment();

CREATE FUNCTION owner_key(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT nullif(left(lower(trim(name)), 200), '')
$$;

-- Keeps review_owner true to the risk tables, and marks what a rule may care for.
CREATE FUNCTION keep_owner_of_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment record;
  key text := owner_key(NEW.assessment #>> '{addressOwner,name}');
BEGIN
  SELECT sort_at AS at, greatest(sort_at, first_observed_at) AS known INTO moment
    FROM deposit WHERE business_id = NEW.business_id AND deposit_id = NEW.deposit_id;
  IF key IS NULL THEN
    DELETE FROM review_owner
     WHERE business_id = NEW.business_id AND subject_kind = 'deposit' AND subject_id = NEW.deposit_id;
  ELSE
    INSERT INTO review_owner (business_id, subject_kind, subject_id, owner_key, at)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id, key, moment.at)
      ON CONFLICT (business_id, subject_kind, subject_id) DO UPDATE SET owner_key = EXCLUDED.owner_key, at = EXCLUDED.at;
  END IF;
  IF NEW.assessment IS NOT NULL AND is_ruled(NEW.business_id, 'deposit', moment.known) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id) VALUES (NEW.business_id, 'deposit', NEW.deposit_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_owner_is_told AFTER INSERT ON deposit_risk FOR EACH ROW
  WHEN (NEW.assessment IS NOT NULL) EXECUTE FUNCTION keep_owner_of_deposit();
CREATE TRIGGER deposit_owner_changes AFTER UPDATE ON deposit_risk FOR EACH ROW
  WHEN (OLD.assessment IS DISTINCT FROM NEW.assessment) EXECUTE FUNCTION keep_owner_of_deposit();

CREATE FUNCTION keep_owner_of_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  key text := owner_key(NEW.owner_name);
BEGIN
  SELECT first_received_at INTO moment
    FROM withdrawal WHERE business_id = NEW.business_id AND withdrawal_id = NEW.withdrawal_id;
  IF key IS NULL THEN
    DELETE FROM review_owner
     WHERE business_id = NEW.business_id AND subject_kind = 'withdrawal' AND subject_id = NEW.withdrawal_id;
  ELSE
    INSERT INTO review_owner (business_id, subject_kind, subject_id, owner_key, at)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id, key, moment)
      ON CONFLICT (business_id, subject_kind, subject_id) DO UPDATE SET owner_key = EXCLUDED.owner_key, at = EXCLUDED.at;
  END IF;
  IF is_ruled(NEW.business_id, 'withdrawal', moment) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER withdrawal_owner_is_told AFTER INSERT ON withdrawal_risk FOR EACH ROW
  EXECUTE FUNCTION keep_owner_of_withdrawal();
CREATE TRIGGER withdrawal_owner_changes AFTER UPDATE ON withdrawal_risk FOR EACH ROW
  WHEN ((OLD.owner_name, OLD.owner_category) IS DISTINCT FROM (NEW.owner_name, NEW.owner_category))
  EXECUTE FUNCTION keep_owner_of_withdrawal();

CREATE FUNCTION keep_time_of_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'deposit' THEN
    UPDATE review_owner SET at = NEW.sort_at
     WHERE business_id = NEW.business_id AND subject_kind = 'deposit' AND subject_id = NEW.deposit_id;
  ELSE
    UPDATE review_owner SET at = NEW.first_received_at
     WHERE business_id = NEW.business_id AND subject_kind = 'withdrawal' AND subject_id = NEW.withdrawal_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_time_changes AFTER UPDATE ON deposit FOR EACH ROW
  WHEN (OLD.sort_at IS DISTINCT FROM NEW.sort_at) EXECUTE FUNCTION keep_time_of_owner();
CREATE TRIGGER withdrawal_time_changes AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN (OLD.first_received_at IS DISTINCT FROM NEW.first_received_at) EXECUTE FUNCTION keep_time_of_owner();

-- Owners that were known before.
INSERT INTO review_owner (business_id, subject_kind, subject_id, owner_key, at)
  SELECT d.business_id, 'deposit', d.deposit_id, owner_key(r.assessment #>> '{addressOwner,name}'), d.sort_at
    FROM deposit_risk r JOIN deposit d ON d.business_id = r.business_id AND d.deposit_id = r.deposit_id
   WHERE owner_key(r.assessment #>> '{addressOwner,name}') IS NOT NULL
  UNION ALL
  SELECT w.business_id, 'withdrawal', w.withdrawal_id, owner_key(r.owner_name), w.first_received_at
    FROM withdrawal_risk r JOIN withdrawal w ON w.business_id = r.business_id AND w.withdrawal_id = r.withdrawal_id
   WHERE owner_key(r.owner_name) IS NOT NULL;
