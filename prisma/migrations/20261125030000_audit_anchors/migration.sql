-- Signed anchors of the audit chains. The file and the webhook outside the database are the evidence; these rows let
-- every worker continue the same sequence and deliver what is still missing there.
CREATE TABLE "audit_anchor" (
    "number" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "segment" INTEGER NOT NULL,
    "key_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "line" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(6),

    CONSTRAINT "audit_anchor_pkey" PRIMARY KEY ("number")
);
CREATE INDEX "audit_anchor_unsent_idx" ON "audit_anchor"("number") WHERE (sent_at IS NULL);

-- The newest anchored entry of each chain: an anchor lists only the chains that have grown since.
CREATE TABLE "audit_anchor_head" (
    "chain_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_anchor_head_pkey" PRIMARY KEY ("chain_id")
);

-- A review decision asks for an anchor in its own transaction; the worker signs it.
CREATE TABLE "audit_anchor_request" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" UUID NOT NULL,

    CONSTRAINT "audit_anchor_request_pkey" PRIMARY KEY ("id")
);

-- How the latest run went: one row, from which the alarm is made.
CREATE TABLE "audit_anchor_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "checked_at" TIMESTAMPTZ(6),
    "failing_since" TIMESTAMPTZ(6),
    "failure" TEXT,

    CONSTRAINT "audit_anchor_state_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_anchor_state_is_one_row" CHECK (id = 1)
);

-- An anchor is never changed or removed; only its delivery is recorded.
CREATE FUNCTION refuse_change_of_audit_anchor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.number, NEW.at, NEW.segment, NEW.key_id, NEW.hash, NEW.line)
       IS NOT DISTINCT FROM (OLD.number, OLD.at, OLD.segment, OLD.key_id, OLD.hash, OLD.line) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the anchors of the audit log refuse %', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_anchor_is_append_only BEFORE UPDATE OR DELETE ON audit_anchor
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_anchor();
CREATE TRIGGER audit_anchor_is_not_truncated BEFORE TRUNCATE ON audit_anchor
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_anchor();
