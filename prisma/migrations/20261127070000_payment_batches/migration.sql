-- CreateTable
CREATE TABLE "payment_batch" (
    "business_id" UUID NOT NULL,
    "batch_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "file_name" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" BYTEA,
    "state" TEXT NOT NULL,
    "encoding" TEXT,
    "separator" TEXT,
    "headers" TEXT[],
    "mapping" TEXT[],
    "defaults" JSONB NOT NULL DEFAULT '{}',
    "sample" JSONB NOT NULL DEFAULT '[]',
    "notes" TEXT[],
    "revision" UUID,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "confirmed_by" UUID,
    "confirmed_at" TIMESTAMPTZ(6),
    "sent_for" UUID,
    "pause_reason" TEXT,
    "unknown_in_a_row" INTEGER NOT NULL DEFAULT 0,
    "unsent_in_a_row" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(6),
    "served_at" TIMESTAMPTZ(6),
    "leased_until" TIMESTAMPTZ(6),
    "lease_token" UUID,
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "payment_batch_pkey" PRIMARY KEY ("business_id","batch_id")
);

-- CreateTable
CREATE TABLE "payment_batch_chunk" (
    "business_id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "payment_batch_chunk_pkey" PRIMARY KEY ("business_id","batch_id","number")
);

-- CreateTable
CREATE TABLE "payment_batch_row" (
    "business_id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "values" JSONB NOT NULL,
    "issues" JSONB NOT NULL DEFAULT '[]',
    "has_errors" BOOLEAN NOT NULL,
    "has_warnings" BOOLEAN NOT NULL,
    "client_payment_id" TEXT NOT NULL,
    "currency" TEXT,
    "amount" DECIMAL(65,30),
    "duplicate_of" INTEGER,
    "taken_by" TEXT,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "intent_id" UUID,
    "error" TEXT,

    CONSTRAINT "payment_batch_row_pkey" PRIMARY KEY ("business_id","batch_id","number")
);

-- CreateTable
CREATE TABLE "payment_batch_mapping" (
    "business_id" UUID NOT NULL,
    "signature" BYTEA NOT NULL,
    "mapping" TEXT[],
    "defaults" JSONB NOT NULL DEFAULT '{}',
    "saved_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "payment_batch_mapping_pkey" PRIMARY KEY ("business_id","signature")
);

-- CreateIndex
CREATE INDEX "payment_batch_business_id_created_at_idx" ON "payment_batch"("business_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "payment_batch_same_file_idx" ON "payment_batch"("business_id", "sha256") WHERE (confirmed_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "payment_batch_running_idx" ON "payment_batch"("served_at") WHERE (state = 'running');

-- CreateIndex
CREATE INDEX "payment_batch_draft_idx" ON "payment_batch"("created_at") WHERE (confirmed_at IS NULL);

-- CreateIndex
CREATE INDEX "payment_batch_row_business_id_batch_id_client_payment_id_idx" ON "payment_batch_row"("business_id", "batch_id", "client_payment_id");

-- CreateIndex
CREATE INDEX "payment_batch_row_business_id_batch_id_state_number_idx" ON "payment_batch_row"("business_id", "batch_id", "state", "number");

-- CreateIndex
CREATE INDEX "payment_batch_row_sending_idx" ON "payment_batch_row"("intent_id") WHERE (state = 'sending');

-- CreateIndex
CREATE INDEX "payment_batch_row_intent_idx" ON "payment_batch_row"("business_id", "intent_id") WHERE (intent_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "payment_batch_chunk" ADD CONSTRAINT "payment_batch_chunk_business_id_batch_id_fkey" FOREIGN KEY ("business_id", "batch_id") REFERENCES "payment_batch"("business_id", "batch_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_batch_row" ADD CONSTRAINT "payment_batch_row_business_id_batch_id_fkey" FOREIGN KEY ("business_id", "batch_id") REFERENCES "payment_batch"("business_id", "batch_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE payment_batch
  ADD CONSTRAINT payment_batch_source CHECK (source IN ('csv', 'xlsx', 'pasted')),
  ADD CONSTRAINT payment_batch_state
    CHECK (state IN ('uploading', 'uploaded', 'checked', 'running', 'paused', 'stopped', 'done')),
  ADD CONSTRAINT payment_batch_size CHECK (size BETWEEN 1 AND 10485760),
  ADD CONSTRAINT payment_batch_sha256 CHECK (length(sha256) = 32),
  ADD CONSTRAINT payment_batch_row_count CHECK (row_count BETWEEN 0 AND 50000),
  ADD CONSTRAINT payment_batch_confirmed CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
  ADD CONSTRAINT payment_batch_runs_after_confirmation
    CHECK (state NOT IN ('running', 'paused', 'done') OR (confirmed_at IS NOT NULL AND sent_for IS NOT NULL)),
  ADD CONSTRAINT payment_batch_pause_reason
    CHECK (pause_reason IN ('role', 'unknown', 'unreachable', 'failing', 'restored', 'person'));
ALTER TABLE payment_batch_chunk ADD CONSTRAINT payment_batch_chunk_size CHECK (length(body) BETWEEN 1 AND 1048576);
ALTER TABLE payment_batch_row
  ADD CONSTRAINT payment_batch_row_state
    CHECK (state IN ('draft', 'left-out', 'queued', 'sending', 'done', 'failed', 'unknown')),
  ADD CONSTRAINT payment_batch_row_taken_by CHECK (taken_by IN ('request', 'payment')),
  ADD CONSTRAINT payment_batch_row_sent_once
    CHECK (intent_id IS NOT NULL OR state NOT IN ('sending', 'done'));

-- A row follows the state of its intent in the same transaction: an answer, a callback, an import and a person who sends
-- it again. A request of which nothing was sent is queued again.
CREATE FUNCTION follow_payment_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_batch_row
     SET state = CASE NEW.state WHEN 'SENDING' THEN 'sending' WHEN 'CREATED' THEN 'done' WHEN 'REJECTED' THEN 'failed'
                                WHEN 'DRAFT' THEN 'queued' ELSE 'unknown' END,
         error = CASE WHEN NEW.state IN ('SENDING', 'CREATED') THEN NULL ELSE NEW.error_message END
   WHERE business_id = NEW.business_id AND intent_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_intent_is_followed AFTER UPDATE OF state ON payment_intent FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION follow_payment_intent();

-- A row that belongs to an intent keeps it, and is never sent under a second one.
CREATE FUNCTION guard_payment_batch_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.intent_id IS NOT NULL AND (NEW.intent_id, NEW.client_payment_id, NEW."values")
     IS DISTINCT FROM (OLD.intent_id, OLD.client_payment_id, OLD."values") THEN
    RAISE EXCEPTION 'a row that was sent keeps its intent and its values' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER payment_batch_row_stays BEFORE UPDATE ON payment_batch_row
  FOR EACH ROW EXECUTE FUNCTION guard_payment_batch_row();

DO $$
DECLARE target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['payment_batch', 'payment_batch_mapping'] LOOP
    EXECUTE format(
      $trigger$CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT
        WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                                  'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
        EXECUTE FUNCTION refuse_other_time_zone()$trigger$, target || '_is_written_in_utc', target);
  END LOOP;
END
$$;
