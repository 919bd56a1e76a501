-- AlterTable
ALTER TABLE "payment_batch" ADD COLUMN     "prepared_by" UUID[];

-- AlterTable
ALTER TABLE "payment_batch_row" ADD COLUMN     "request_body" TEXT;

-- CreateTable
CREATE TABLE "creation_limit" (
    "business_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "amount" DECIMAL(65,30) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "creation_limit_pkey" PRIMARY KEY ("business_id","currency")
);

-- CreateTable
CREATE TABLE "creation_limit_change" (
    "business_id" UUID NOT NULL,
    "change_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "currency" TEXT NOT NULL,
    "amount" DECIMAL(65,30),
    "version" INTEGER NOT NULL DEFAULT 0,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "answered_by" UUID,
    "answered_at" TIMESTAMPTZ(6),

    CONSTRAINT "creation_limit_change_pkey" PRIMARY KEY ("business_id","change_id")
);

-- CreateTable
CREATE TABLE "payment_approval" (
    "business_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "client_payment_id" TEXT NOT NULL,
    "form" JSONB NOT NULL,
    "request_body" TEXT NOT NULL,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "answered_by" UUID,
    "answered_at" TIMESTAMPTZ(6),

    CONSTRAINT "payment_approval_pkey" PRIMARY KEY ("business_id","approval_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "creation_limit_change_one_proposal" ON "creation_limit_change"("business_id", "currency") WHERE (state = 'proposed');

-- CreateIndex
CREATE INDEX "payment_approval_business_id_client_payment_id_idx" ON "payment_approval"("business_id", "client_payment_id");

-- CreateIndex
CREATE INDEX "payment_approval_business_id_proposed_at_idx" ON "payment_approval"("business_id", "proposed_at");

-- CreateIndex
CREATE UNIQUE INDEX "payment_approval_one_proposal" ON "payment_approval"("business_id", "client_payment_id") WHERE (state = 'proposed');

-- AddForeignKey
ALTER TABLE "creation_limit_change" ADD CONSTRAINT "creation_limit_change_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "creation_limit_change" ADD CONSTRAINT "creation_limit_change_answered_by_fkey" FOREIGN KEY ("answered_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_approval" ADD CONSTRAINT "payment_approval_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_approval" ADD CONSTRAINT "payment_approval_answered_by_fkey" FOREIGN KEY ("answered_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE creation_limit ADD CONSTRAINT creation_limit_amount CHECK (amount > 0);
ALTER TABLE creation_limit_change ADD CONSTRAINT creation_limit_change_amount CHECK (amount > 0);
DO $$
DECLARE target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['creation_limit_change', 'payment_approval'] LOOP
    -- Only the product withdraws without a person: after a restore.
    EXECUTE format(
      $sql$ALTER TABLE %1$I
        ADD CONSTRAINT %2$I CHECK (state IN ('proposed', 'final', 'declined', 'withdrawn')),
        ADD CONSTRAINT %3$I CHECK ((state = 'proposed') = (answered_at IS NULL)
          AND (answered_by IS NULL) = (state = 'proposed' OR (state = 'withdrawn' AND answered_by IS NULL))),
        ADD CONSTRAINT %4$I CHECK (state NOT IN ('final', 'declined') OR answered_by <> proposed_by),
        ADD CONSTRAINT %5$I CHECK (state <> 'withdrawn' OR answered_by IS NULL OR answered_by = proposed_by)$sql$,
      target, target || '_state', target || '_answered', target || '_second_person', target || '_withdrawn');
  END LOOP;
  FOREACH target IN ARRAY ARRAY['creation_limit_change', 'payment_approval', 'payment_template', 'customer_message'] LOOP
    EXECUTE format(
      $sql$CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT
        WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                                  'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
        EXECUTE FUNCTION refuse_other_time_zone()$sql$, target || '_is_written_in_utc', target);
  END LOOP;
END
$$;

-- Returns true for a member with access who may create payments. Holds the membership until the transaction ends.
CREATE FUNCTION is_creator_with_access(business uuid, person uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM membership m JOIN person p ON p.id = m.person_id
   WHERE m.business_id = business AND m.person_id = person AND m.role IN ('finance', 'owner')
     AND m.disabled_at IS NULL AND p.disabled_at IS NULL
     FOR SHARE;
  RETURN FOUND;
END
$$;

-- Returns true when an approved payment can still be sent. An approval counts for 30 days.
CREATE FUNCTION approval_counts(answered_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT answered_at > now() - interval '30 days'
$$;

-- A proposal of a limit or a payment is answered once, and approved only by another, independent person. An approved
-- payment that was not sent can be withdrawn.
CREATE FUNCTION guard_creation_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  answer text[] := '{state,answered_by,answered_at}';
  current_version integer;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a proposal is never deleted' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_TABLE_NAME = 'creation_limit_change' THEN
    SELECT l.version INTO current_version FROM creation_limit l
     WHERE l.business_id = NEW.business_id AND l.currency = NEW.currency FOR UPDATE;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a proposal begins without an answer' USING ERRCODE = 'check_violation';
    END IF;
    IF TG_TABLE_NAME = 'creation_limit_change' THEN
      IF current_version IS NULL THEN
        RAISE EXCEPTION 'there is no limit to change' USING ERRCODE = 'check_violation';
      END IF;
      NEW.version := current_version;
    END IF;
    RETURN NEW;
  END IF;
  IF (to_jsonb(NEW) - answer) <> (to_jsonb(OLD) - answer) THEN
    RAISE EXCEPTION 'a proposal is never changed' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> 'proposed' THEN
    IF TG_TABLE_NAME <> 'payment_approval' OR OLD.state <> 'final' OR NEW.state <> 'withdrawn' THEN
      RAISE EXCEPTION 'a proposal is answered once' USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM payment_intent i
                WHERE i.business_id = NEW.business_id AND i.client_payment_id = NEW.client_payment_id
                  AND i.request_body = NEW.request_body) THEN
      RAISE EXCEPTION 'the approved payment was sent' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF NEW.state <> 'proposed' AND NEW.answered_at
       NOT BETWEEN clock_timestamp() - interval '5 minutes' AND clock_timestamp() + interval '5 minutes' THEN
    RAISE EXCEPTION 'an answer is stored when it is given' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'final' THEN
    IF NOT review_independent(NEW.business_id, NEW.proposed_by, NEW.answered_by, NEW.answered_at) THEN
      RAISE EXCEPTION 'another, independent person approves' USING ERRCODE = 'check_violation';
    END IF;
    IF TG_TABLE_NAME = 'payment_approval' THEN
      IF NOT (is_creator_with_access(NEW.business_id, NEW.proposed_by)
              AND is_creator_with_access(NEW.business_id, NEW.answered_by)) THEN
        RAISE EXCEPTION 'two people who may create payments approve one above the limit'
          USING ERRCODE = 'check_violation';
      END IF;
    ELSE
      IF current_version IS DISTINCT FROM NEW.version THEN
        RAISE EXCEPTION 'the limit has changed since the proposal' USING ERRCODE = 'check_violation';
      END IF;
      IF NOT (is_owner_with_access(NEW.business_id, NEW.proposed_by)
              AND is_owner_with_access(NEW.business_id, NEW.answered_by)) THEN
        RAISE EXCEPTION 'two owners approve a higher limit' USING ERRCODE = 'check_violation';
      END IF;
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER creation_limit_change_guard BEFORE INSERT OR UPDATE OR DELETE ON creation_limit_change FOR EACH ROW
  EXECUTE FUNCTION guard_creation_proposal();
CREATE TRIGGER payment_approval_guard BEFORE INSERT OR UPDATE OR DELETE ON payment_approval FOR EACH ROW
  EXECUTE FUNCTION guard_creation_proposal();

-- A higher limit or its removal needs a change that another owner approved for exactly this amount. Each amount has its
-- own version, also after a removal, so that an approval works once.
CREATE FUNCTION guard_creation_limit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_amount numeric;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.version := 1 + coalesce((SELECT max(c.version) FROM creation_limit_change c
                                  WHERE c.business_id = NEW.business_id AND c.currency = NEW.currency), 0);
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.currency <> OLD.currency OR NEW.business_id <> OLD.business_id THEN
      RAISE EXCEPTION 'a limit keeps its business and its currency' USING ERRCODE = 'check_violation';
    END IF;
    NEW.version := OLD.version;
    IF NEW.amount = OLD.amount THEN RETURN NEW; END IF;
    NEW.version := OLD.version + 1;
    IF NEW.amount < OLD.amount THEN RETURN NEW; END IF;
    new_amount := NEW.amount;
  END IF;
  IF NOT EXISTS (SELECT FROM creation_limit_change c
                  WHERE c.business_id = OLD.business_id AND c.currency = OLD.currency AND c.version = OLD.version
                    AND c.amount IS NOT DISTINCT FROM new_amount AND c.state = 'final'
                    AND c.answered_by <> c.proposed_by) THEN
    RAISE EXCEPTION 'a second person approves a higher limit' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER creation_limit_guard BEFORE INSERT OR UPDATE OR DELETE ON creation_limit FOR EACH ROW
  EXECUTE FUNCTION guard_creation_limit();

CREATE FUNCTION apply_creation_limit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount IS NULL THEN
    DELETE FROM creation_limit WHERE business_id = NEW.business_id AND currency = NEW.currency;
  ELSE
    UPDATE creation_limit SET amount = NEW.amount WHERE business_id = NEW.business_id AND currency = NEW.currency;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER creation_limit_change_applies AFTER UPDATE OF state ON creation_limit_change FOR EACH ROW
  WHEN (NEW.state = 'final') EXECUTE FUNCTION apply_creation_limit_change();

-- Returns the limit that the price of a request exceeds, or null. The price is compared in its own currency.
CREATE FUNCTION exceeded_creation_limit(business uuid, body json) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT l.amount FROM creation_limit l
   WHERE l.business_id = business
     AND l.currency = coalesce(body ->> 'displayCurrency', body ->> 'depositCurrency')
     AND coalesce(body ->> 'displayAmount', body ->> 'depositAmount')::numeric
         > l.amount
$$;

-- Returns true if the request is above the limit and no second person has approved it: neither as a single payment, nor
-- as a row of a file that somebody else than its authors confirmed. Only the request that the row was first sent as counts.
CREATE FUNCTION payment_needs_approval(business uuid, intent uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  body text;
BEGIN
  IF NOT EXISTS (SELECT FROM creation_limit l WHERE l.business_id = business) THEN RETURN false; END IF;
  SELECT i.request_body INTO body FROM payment_intent i WHERE i.business_id = business AND i.id = intent;
  IF body IS NULL OR exceeded_creation_limit(business, body::json) IS NULL THEN RETURN false; END IF;
  RETURN NOT EXISTS (SELECT FROM payment_approval a
                      WHERE a.business_id = business AND a.request_body = body AND a.state = 'final'
                        AND approval_counts(a.answered_at)
                        AND a.client_payment_id = (body::json ->> 'clientPaymentId'))
     AND NOT EXISTS (SELECT FROM payment_batch_row r
                       JOIN payment_batch b ON b.business_id = r.business_id AND b.batch_id = r.batch_id
                      WHERE r.business_id = business AND r.intent_id = intent AND b.confirmed_by IS NOT NULL
                        AND r.request_body = body
                        AND r.client_payment_id = (body::json ->> 'clientPaymentId')
                        AND r.currency = coalesce(body::json ->> 'displayCurrency', body::json ->> 'depositCurrency')
                        AND r.amount = coalesce(body::json ->> 'displayAmount', body::json ->> 'depositAmount')::numeric
                        AND NOT EXISTS (SELECT FROM unnest(coalesce(b.prepared_by, '{}') || b.created_by) AS author
                                         WHERE author = b.confirmed_by
                                            OR NOT review_independent(business, author, b.confirmed_by, b.confirmed_at)));
END
$$;

-- Returns true while the client payment ID belongs to a payment that waits for approval, or that was approved and not
-- sent. The body that is about to be sent doesn't count as another payment.
CREATE FUNCTION client_id_waits(business uuid, client_id text, sent_body text DEFAULT NULL) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM payment_approval a
     WHERE a.business_id = business AND a.client_payment_id = client_id
       AND (a.state = 'proposed'
            OR (a.state = 'final' AND approval_counts(a.answered_at) AND a.request_body IS DISTINCT FROM sent_body
                AND NOT EXISTS (SELECT FROM payment_intent i
                                 WHERE i.business_id = business AND i.client_payment_id = client_id
                                   AND i.request_body = a.request_body))))
$$;

-- A confirmed file keeps the people who prepared and confirmed it.
CREATE FUNCTION guard_payment_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.created_by <> OLD.created_by
     OR (OLD.confirmed_at IS NOT NULL
         AND (NEW.confirmed_by, NEW.confirmed_at, NEW.prepared_by)
             IS DISTINCT FROM (OLD.confirmed_by, OLD.confirmed_at, OLD.prepared_by))
     OR NOT coalesce(NEW.prepared_by, '{}') @> coalesce(OLD.prepared_by, '{}') THEN
    RAISE EXCEPTION 'a file keeps the people who prepared and confirmed it' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER payment_batch_keeps_its_people BEFORE UPDATE OF created_by, prepared_by, confirmed_by, confirmed_at
  ON payment_batch FOR EACH ROW EXECUTE FUNCTION guard_payment_batch();

-- A row that belongs to an intent keeps it, and is never sent under a second one. The rows of a confirmed file keep their
-- values, and a row keeps the request that it was first sent as.
CREATE OR REPLACE FUNCTION guard_payment_batch_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.intent_id IS NOT NULL AND NEW.intent_id IS DISTINCT FROM OLD.intent_id)
     OR (OLD.request_body IS NOT NULL AND NEW.request_body IS DISTINCT FROM OLD.request_body) THEN
    RAISE EXCEPTION 'a row that was sent keeps its intent and its request' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (NEW.business_id, NEW.batch_id, NEW.number, NEW.client_payment_id, NEW."values", NEW.currency, NEW.amount)
       IS DISTINCT FROM
     (OLD.business_id, OLD.batch_id, OLD.number, OLD.client_payment_id, OLD."values", OLD.currency, OLD.amount)
     AND (OLD.intent_id IS NOT NULL
          OR EXISTS (SELECT FROM payment_batch b WHERE b.business_id = OLD.business_id AND b.batch_id = OLD.batch_id
                        AND b.confirmed_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'a row that was confirmed or sent keeps its values' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

-- Checked when the transaction commits, because the row of a file is linked after its request is stored.
CREATE FUNCTION guard_payment_intent_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Holds the approval until the commit, so that it can't be withdrawn meanwhile.
  PERFORM 1 FROM payment_approval a
    WHERE a.business_id = NEW.business_id AND a.client_payment_id = NEW.client_payment_id AND a.state = 'final' FOR SHARE;
  IF payment_needs_approval(NEW.business_id, NEW.id) THEN
    RAISE EXCEPTION 'a second person approves a payment above the limit' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER payment_intent_within_limit AFTER INSERT ON payment_intent
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_payment_intent_limit();
CREATE CONSTRAINT TRIGGER payment_intent_changed_within_limit AFTER UPDATE OF request_body ON payment_intent
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.request_body <> NEW.request_body)
  EXECUTE FUNCTION guard_payment_intent_limit();
