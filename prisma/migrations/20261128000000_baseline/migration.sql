-- The whole schema, by aggregate (prisma/schema). Each section has tables with their constraints, then indexes, foreign
-- keys, functions and triggers.

-- Functions name tables of later sections.
SET LOCAL check_function_bodies = off;

-- ============================================================================
-- Values
-- ============================================================================

-- Part of a reference is found in any letters by its trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- For rows that can be added, never changed or removed: received data, decisions about it, anchors, granted access. No setting
-- opens this. Only the owner of a table or a superuser can disable a trigger. Where the product works as the owner, that is no
-- protection by itself, so received rows are counted as well, and `npm run audit:verify` compares.
CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows and refuses %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

-- The number of a fact about a record of a business, such as its status. Lists filter by the stored facts of a record
-- (`facets`). The business is part of the number, so that one index serves all businesses.
CREATE FUNCTION facet(business uuid, name text, value text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN hashtextextended(name || ':' || value, uuid_hash_extended(business, 0));

-- The same for each of several values.
CREATE FUNCTION facets(business uuid, name text, of_values text[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT array_agg(facet(business, name, value)) FROM unnest(of_values) AS value);

-- ============================================================================
-- Annotation
-- ============================================================================

-- A label from the business's own vocabulary, for payments, deposits and withdrawals.
CREATE TABLE label (
  business_id uuid NOT NULL,
  label_id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  key text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(6) NOT NULL,
  retired_at timestamptz(6),
  CONSTRAINT label_pkey PRIMARY KEY (business_id, label_id)
);

-- A label on a record. Separate from the record, which is built only from observations.
CREATE TABLE record_label (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  record_id uuid NOT NULL,
  label_id uuid NOT NULL,
  added_by uuid NOT NULL,
  added_at timestamptz(6) NOT NULL,
  CONSTRAINT record_label_pkey PRIMARY KEY (business_id, kind, record_id, label_id),
  CONSTRAINT record_label_kind_check CHECK (kind IN ('payment', 'deposit', 'withdrawal'))
);

-- A note on a record, with its earlier texts. Everyone in the business may read it, so it must not contain anything about a
-- case. Notes of a case are in review_note.
CREATE TABLE record_note (
  business_id uuid NOT NULL,
  note_id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  record_id uuid NOT NULL,
  author_id uuid NOT NULL,
  created_at timestamptz(6) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  text text NOT NULL,
  written_at timestamptz(6) NOT NULL,
  earlier jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT record_note_pkey PRIMARY KEY (business_id, note_id),
  CONSTRAINT record_note_kind_check CHECK (kind IN ('payment', 'deposit', 'withdrawal'))
);

CREATE UNIQUE INDEX label_business_id_key_key ON label (business_id, key);

CREATE INDEX record_label_business_id_label_id_kind_record_id_idx ON record_label (business_id, label_id, kind, record_id);

CREATE INDEX record_note_business_id_kind_record_id_created_at_idx ON record_note (business_id, kind, record_id, created_at);

ALTER TABLE record_label ADD CONSTRAINT record_label_business_id_label_id_fkey
  FOREIGN KEY (business_id, label_id) REFERENCES label(business_id, label_id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- ============================================================================
-- Audit
-- ============================================================================

-- Who did what. Triggers refuse UPDATE, DELETE and TRUNCATE. Entries of a business form a hash chain. Its beginning expires
-- up to an anchored entry, and a newer entry seals what stays of it.
CREATE TABLE audit_entry (
  chain_id uuid NOT NULL,
  sequence bigint NOT NULL,
  at timestamptz(6) NOT NULL,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (chain_id, sequence)
);

-- The newest entry of each chain. Writers lock it to write in order.
CREATE TABLE audit_head (
  chain_id uuid NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_head_pkey PRIMARY KEY (chain_id)
);

-- A signed anchor of all chains. Triggers refuse DELETE, TRUNCATE and changes of its content.
CREATE TABLE audit_anchor (
  number bigint NOT NULL,
  at timestamptz(6) NOT NULL,
  segment integer NOT NULL,
  key_id text NOT NULL,
  hash bytea NOT NULL,
  line text NOT NULL,
  sent_at timestamptz(6),
  CONSTRAINT audit_anchor_pkey PRIMARY KEY (number)
);

-- The newest anchored entry of each chain.
CREATE TABLE audit_anchor_head (
  chain_id uuid NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_anchor_head_pkey PRIMARY KEY (chain_id)
);

-- The result of the latest run of the anchoring job, in one row.
CREATE TABLE audit_anchor_state (
  id integer NOT NULL DEFAULT 1,
  checked_at timestamptz(6),
  failing_since timestamptz(6),
  failure text,
  CONSTRAINT audit_anchor_state_pkey PRIMARY KEY (id),
  CONSTRAINT audit_anchor_state_is_one_row CHECK (id = 1)
);

CREATE INDEX audit_entry_chain_id_action_at_idx ON audit_entry (chain_id, action, at);
CREATE INDEX audit_entry_chain_id_actor_id_at_idx ON audit_entry (chain_id, actor_id, at);
-- Prisma has no word for an index on an expression: what stands before the dot of an action.
CREATE INDEX audit_entry_chain_id_area_at_idx ON audit_entry (chain_id, split_part(action, '.', 1), at);
-- The audit log in the order of time, as a whole and by each thing that it is asked for.
CREATE INDEX audit_entry_chain_id_at_idx ON audit_entry (chain_id, at);
CREATE INDEX audit_entry_chain_id_object_id_at_idx ON audit_entry (chain_id, object_id text_pattern_ops, at);
CREATE INDEX audit_entry_chain_id_object_type_object_id_idx ON audit_entry (chain_id, object_type, object_id);
CREATE INDEX audit_entry_chain_id_request_id_at_idx ON audit_entry (chain_id, request_id text_pattern_ops, at);

CREATE INDEX audit_anchor_unsent_idx ON audit_anchor (number) WHERE sent_at IS NULL;

-- Returns true if this transaction expires the record.
CREATE FUNCTION is_expiring(business uuid, record_kind text, record uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM record_expiry e WHERE e.business_id = business AND e.kind = record_kind
                    AND e.record_id = record AND e.transaction = pg_current_xact_id_if_assigned()::text::bigint)
$$;

-- Entries are removed only from the beginning of a chain, while that expires.
CREATE FUNCTION refuse_change_of_audit_entry() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM record_expiry e
                WHERE e.business_id = OLD.chain_id AND e.record_id = OLD.chain_id AND (e.parts ->> 'through')::bigint > OLD.sequence
                  AND e.transaction = pg_current_xact_id_if_assigned()::text::bigint) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log refuses %', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

-- The approved time of a kind. Null keeps it forever. Sign-ins have one log, and the time is the longest that a business has
-- set, once each of them has.
CREATE FUNCTION retention_years(business uuid, record_kind text) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN record_kind <> 'sign-in' THEN (setting_value(business, 'retention', record_kind) #>> '{}')::integer
    ELSE (SELECT CASE WHEN bool_and(r.value IS NOT NULL) THEN max((r.value #>> '{}')::integer) END
            FROM business b LEFT JOIN setting r ON r.business_id = b.id AND r.kind = 'retention' AND r.subject = 'sign-in') END
$$;

CREATE TRIGGER audit_entry_is_append_only BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_audit_entry();

CREATE TRIGGER audit_entry_is_not_truncated BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change_of_audit_entry();

-- Only the delivery of an anchor is recorded later.
CREATE TRIGGER audit_anchor_is_append_only BEFORE DELETE OR UPDATE OF number, at, segment, key_id, hash, line ON audit_anchor FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_anchor_is_not_truncated BEFORE TRUNCATE ON audit_anchor FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- ============================================================================
-- Business
-- ============================================================================

-- A merchant's business, with the id that the service assigned. The service's data about it is in service_reading.
-- Differences within its tolerance are no exceptions. Each limit that is set must hold.
CREATE TABLE business (
  id uuid NOT NULL,
  name text NOT NULL,
  time_zone text NOT NULL DEFAULT 'UTC',
  totals_time_zone text,
  created_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  tolerance_eur numeric(65,30),
  tolerance_percent numeric(65,30),
  CONSTRAINT business_pkey PRIMARY KEY (id),
  CONSTRAINT business_tolerance CHECK (tolerance_eur > 0 AND tolerance_percent > 0 AND tolerance_percent <= 100)
);

-- Each distinct content that the service returned for a business or the deposit minimums, as bytes. A repeat updates
-- last_started_at.
CREATE TABLE service_reading (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL,
  kind text NOT NULL,
  first_started_at timestamptz(6) NOT NULL,
  last_started_at timestamptz(6) NOT NULL,
  sha256 bytea NOT NULL,
  body bytea NOT NULL,
  flaws jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT service_reading_pkey PRIMARY KEY (id)
);

-- Whether the business, the minimums and any payment can be read from the service, stored separately from what was read.
CREATE TABLE service_reading_state (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  last_attempt_at timestamptz(6) NOT NULL,
  last_success_at timestamptz(6),
  failing_since timestamptz(6),
  error_code text,
  error_message text,
  CONSTRAINT service_reading_state_pkey PRIMARY KEY (business_id, kind),
  CONSTRAINT service_reading_state_error CHECK ((failing_since IS NULL) = (error_message IS NULL)),
  CONSTRAINT service_reading_state_kind CHECK (kind IN ('business', 'minimums', 'payments'))
);

CREATE INDEX service_reading_business_id_kind_last_started_at_idx ON service_reading (business_id, kind, last_started_at DESC);

-- Removes the annotations of records.
CREATE FUNCTION remove_annotations(business uuid, record_kind text, records uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM record_label WHERE business_id = business AND kind = record_kind AND record_id = ANY(records);
  DELETE FROM record_note WHERE business_id = business AND kind = record_kind AND record_id = ANY(records);
END
$$;

-- ============================================================================
-- Connection
-- ============================================================================

-- The latest result of each check of the connection to the service, one row per check.
CREATE TABLE connection_check (
  business_id uuid NOT NULL,
  key text NOT NULL,
  checked_at timestamptz(6) NOT NULL,
  state text NOT NULL,
  said text NOT NULL,
  CONSTRAINT connection_check_pkey PRIMARY KEY (business_id, key)
);

-- A person acknowledged a conflict of a record. It doesn't cover any other conflict.
CREATE TABLE contradiction_acknowledgement (
  business_id uuid NOT NULL,
  record text NOT NULL,
  record_id uuid NOT NULL,
  said text NOT NULL,
  person_id uuid NOT NULL,
  at timestamptz(6) NOT NULL,
  note text NOT NULL,
  CONSTRAINT contradiction_acknowledgement_pkey PRIMARY KEY (business_id, record, record_id, said)
);

-- A value that the service reported and the interface doesn't name. Enumerations are open.
CREATE TABLE unknown_name (
  business_id uuid NOT NULL,
  field text NOT NULL,
  value text NOT NULL,
  first_seen_at timestamptz(6) NOT NULL,
  last_seen_at timestamptz(6) NOT NULL,
  payment_id uuid,
  withdrawal_id uuid,
  CONSTRAINT unknown_name_pkey PRIMARY KEY (business_id, field, value)
);

-- ============================================================================
-- Customer message
-- ============================================================================

-- A business's own text for its customers, in place of the product's.
CREATE TABLE customer_message (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  language text NOT NULL,
  text text NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  CONSTRAINT customer_message_pkey PRIMARY KEY (business_id, kind, language),
  CONSTRAINT customer_message_kind CHECK (kind IN ('request', 'reminder')),
  CONSTRAINT customer_message_text CHECK (length(text) >= 1 AND length(text) <= 2000)
);

-- ============================================================================
-- Deposit
-- ============================================================================

-- A deposit, folded from observations. Null means not reported. Fields are those of §2.4 and §6.1.
CREATE TABLE deposit (
  business_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  transaction_id text,
  status text,
  from_address text,
  to_address text,
  from_address_key text,
  to_address_key text,
  deposit_currency text,
  network text,
  deposit_amount numeric(65,30),
  deposit_distributed_user_service_fee numeric(65,30),
  on_chain_fee numeric(65,30),
  display_currency text,
  display_amount numeric(65,30),
  display_payable_amount numeric(65,30),
  display_service_fee numeric(65,30),
  display_distributed_user_service_fee numeric(65,30),
  settlement_currency text,
  settlement_payable_amount numeric(65,30),
  settlement_service_fee numeric(65,30),
  settlement_distributed_user_service_fee numeric(65,30),
  uniform_currency text,
  uniform_payable_amount numeric(65,30),
  uniform_service_fee numeric(65,30),
  uniform_distributed_user_service_fee numeric(65,30),
  user_service_fee_distribution_percentage text,
  deposit_received_at timestamptz(0),
  display_rate_depeg_loss_amount numeric(65,30),
  settlement_rate_depeg_loss_amount numeric(65,30),
  uniform_rate_depeg_loss_amount numeric(65,30),
  callback_deposit_amount numeric(65,30),
  callback_display_amount numeric(65,30),
  callback_settlement_amount numeric(65,30),
  callback_display_depeg_loss numeric(65,30),
  rate_type text,
  refund_type text,
  refund_status text,
  refund_reason text,
  refund_deposit_currency text,
  refund_network text,
  refund_amount numeric(65,30),
  refund_fee numeric(65,30),
  refund_display_currency text,
  refund_display_amount numeric(65,30),
  refund_display_fee numeric(65,30),
  refund_transaction_id text,
  refund_confirmed_at timestamptz(0),
  refund_first_seen_at timestamptz(6),
  provenance jsonb NOT NULL DEFAULT '[]'::jsonb,
  conflicts jsonb NOT NULL DEFAULT '[]'::jsonb,
  record_seen boolean NOT NULL DEFAULT false,
  versions integer NOT NULL DEFAULT 0,
  sort_at timestamptz(6) NOT NULL,
  first_observed_at timestamptz(6) NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  unlisted boolean NOT NULL DEFAULT false,
  facets bigint[] NOT NULL GENERATED ALWAYS AS (array_remove(ARRAY[
    facet(business_id, 'status', status), facet(business_id, 'coin', deposit_currency), facet(business_id, 'network', network),
    facet(business_id, 'display', display_currency), facet(business_id, 'settlement', settlement_currency),
    facet(business_id, 'rate', rate_type),
    CASE WHEN NOT record_seen THEN facet(business_id, 'is', 'callback-only') END,
    CASE WHEN unlisted THEN facet(business_id, 'is', 'unlisted') END,
    CASE WHEN uniform_payable_amount IS NULL THEN facet(business_id, 'is', 'no-eur') END,
    CASE WHEN versions > 1 THEN facet(business_id, 'is', 'changed') END,
    CASE WHEN conflicts <> '[]'::jsonb THEN facet(business_id, 'is', 'conflict') END,
    CASE WHEN deposit_amount IS NOT NULL THEN facet(business_id, 'amount-from', 'record')
         WHEN callback_deposit_amount IS NOT NULL THEN facet(business_id, 'amount-from', 'callback') END,
    CASE WHEN display_amount IS NOT NULL THEN facet(business_id, 'display-from', 'record')
         WHEN callback_display_amount IS NOT NULL THEN facet(business_id, 'display-from', 'callback') END
  ] || CASE WHEN refund_first_seen_at IS NOT NULL THEN ARRAY[
    facet(business_id, 'is', 'refunded'), facet(business_id, 'refund-status', refund_status),
    facet(business_id, 'refund-reason', refund_reason), facet(business_id, 'refund-type', refund_type),
    facet(business_id, 'refund-coin', refund_deposit_currency), facet(business_id, 'refund-network', refund_network),
    facet(business_id, 'refund-display', refund_display_currency),
    CASE WHEN refund_transaction_id IS NULL THEN facet(business_id, 'refund', 'no-transaction') END,
    CASE WHEN refund_amount IS NULL THEN facet(business_id, 'refund', 'no-amount') END
  ] END, NULL)) STORED,
  CONSTRAINT deposit_pkey PRIMARY KEY (business_id, deposit_id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

-- Risk detail of a deposit, in a separate table. A query for people who may not see it has nothing to omit.
CREATE TABLE deposit_risk (
  business_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  risk_score text,
  assessment jsonb,
  provenance jsonb NOT NULL DEFAULT '[]'::jsonb,
  changed_at timestamptz(6),
  CONSTRAINT deposit_risk_pkey PRIMARY KEY (business_id, deposit_id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE INDEX deposit_by_time_idx ON deposit (business_id, sort_at, deposit_id);
CREATE INDEX deposit_by_change_idx ON deposit (business_id, changed_at, deposit_id);
CREATE INDEX deposit_facets_idx ON deposit USING gin (facets);
CREATE INDEX deposit_payment_id_sort_at_idx ON deposit (payment_id, sort_at);
CREATE INDEX deposit_transaction_idx ON deposit (business_id, transaction_id text_pattern_ops);
CREATE INDEX deposit_from_address_idx ON deposit (business_id, COALESCE(from_address_key, from_address) text_pattern_ops, sort_at);
CREATE INDEX deposit_to_address_idx ON deposit (business_id, COALESCE(to_address_key, to_address) text_pattern_ops);
CREATE INDEX deposit_amount_idx ON deposit (business_id, deposit_currency, COALESCE(deposit_amount, callback_deposit_amount), deposit_id);
CREATE INDEX deposit_display_amount_idx ON deposit (business_id, display_currency, COALESCE(display_amount, callback_display_amount), deposit_id);
CREATE INDEX deposit_settlement_amount_idx ON deposit (business_id, settlement_currency, settlement_payable_amount);
CREATE INDEX deposit_uniform_amount_idx ON deposit (business_id, uniform_payable_amount, deposit_id);
-- Only refunds. Most deposits have none and need no entry.
CREATE INDEX deposit_refund_transaction_idx ON deposit (business_id, refund_transaction_id text_pattern_ops)
  WHERE refund_transaction_id IS NOT NULL;
CREATE INDEX deposit_refund_by_time_idx ON deposit (business_id, refund_first_seen_at, deposit_id)
  WHERE refund_first_seen_at IS NOT NULL;
CREATE INDEX deposit_refund_amount_idx ON deposit (business_id, refund_deposit_currency, refund_amount, deposit_id)
  WHERE refund_first_seen_at IS NOT NULL;
CREATE INDEX deposit_refund_display_amount_idx ON deposit (business_id, refund_display_currency, refund_display_amount, deposit_id)
  WHERE refund_first_seen_at IS NOT NULL;
CREATE INDEX deposit_without_callback_idx ON deposit (business_id, deposit_received_at)
  WHERE status = 'CONFIRMED' AND versions = 0;

ALTER TABLE deposit_risk ADD CONSTRAINT deposit_risk_business_id_deposit_id_fkey
  FOREIGN KEY (business_id, deposit_id) REFERENCES deposit(business_id, deposit_id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- Rules of the merchant compare addresses, whichever column has them.
CREATE FUNCTION asked_of_deposit(d deposit) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('business_id', d.business_id, 'deposit_id', d.deposit_id, 'payment_id', d.payment_id,
    'sort_at', d.sort_at, 'first_observed_at', d.first_observed_at,
    'from_address_key', coalesce(d.from_address_key, d.from_address),
    'network', d.network, 'deposit_currency', d.deposit_currency, 'deposit_amount', d.deposit_amount,
    'callback_deposit_amount', d.callback_deposit_amount, 'display_currency', d.display_currency,
    'display_amount', d.display_amount, 'callback_display_amount', d.callback_display_amount,
    'settlement_currency', d.settlement_currency, 'settlement_payable_amount', d.settlement_payable_amount,
    'callback_settlement_amount', d.callback_settlement_amount, 'uniform_payable_amount', d.uniform_payable_amount)
$$;

-- Whether a rule of the merchant's own may care for what became known of a subject at that time. Whoever begins a rule
-- holds the lock alone, so that what is written meanwhile waits and then sees the rule: nothing falls in between.
CREATE FUNCTION is_ruled(business uuid, subject text, known timestamp with time zone) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('review rules ' || business::text, 0));
  RETURN EXISTS (SELECT FROM review_rule_force
                  WHERE business_id = business AND subject_kind = subject AND ended_at IS NULL AND begins_at <= known);
END
$$;

-- Whatever may open a case or join one is marked in the transaction that makes it known.
CREATE FUNCTION mark_review_due() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'withdrawal' THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id);
  ELSE
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id);
  END IF;
  RETURN NULL;
END
$$;

-- A reason that a change took away is marked by that change, whether there is a case yet or not: looking at what is so
-- now would miss whatever came back since. What became unknown has not ended.
CREATE FUNCTION mark_review_ended() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'withdrawal' THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id, 'withdrawal-blocked');
    RETURN NULL;
  END IF;
  IF OLD.status IN ('COMPLIANCE_REVIEW', 'BLOCKED') AND OLD.status <> NEW.status THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id,
              CASE OLD.status WHEN 'BLOCKED' THEN 'deposit-blocked' ELSE 'deposit-review' END);
  END IF;
  IF OLD.refund_reason IN ('ILLICIT_DEPOSIT', 'RESTRICTED_CURRENCY') AND OLD.refund_reason <> NEW.refund_reason THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id,
              CASE OLD.refund_reason WHEN 'ILLICIT_DEPOSIT' THEN 'refund-illicit' ELSE 'refund-restricted' END);
  END IF;
  RETURN NULL;
END
$$;

-- Whether the service contradicts what was decided is looked at whenever either of them changes.
CREATE FUNCTION mark_review_watched() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'withdrawal' THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      SELECT business_id, subject_kind, subject_id FROM review_case
       WHERE business_id = NEW.business_id AND subject_kind = 'withdrawal' AND subject_id = NEW.withdrawal_id;
  ELSE
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      SELECT business_id, subject_kind, subject_id FROM review_case
       WHERE business_id = NEW.business_id AND subject_kind = 'deposit' AND subject_id = NEW.deposit_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION mark_risk_due() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF jsonb_path_exists(NEW.assessment, '$.sourceRiskEntities[0]')
     OR jsonb_path_exists(NEW.assessment, '$.destinationRiskEntities[0]')
     OR (NEW.risk_score IS NOT NULL AND EXISTS (
           SELECT FROM setting s WHERE s.business_id = NEW.business_id AND s.kind = 'review-desk'
              AND s.value ->> 'riskScoreFrom' IS NOT NULL)) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION mark_risk_ended() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF names_no_entity(NEW.assessment) AND NOT names_no_entity(OLD.assessment) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended, was)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id, 'risk-entity',
              jsonb_build_object('assessment', OLD.assessment));
  END IF;
  IF EXISTS (SELECT FROM setting s WHERE s.business_id = NEW.business_id AND s.kind = 'review-desk'
                AND plain_score(OLD.risk_score) >= (s.value ->> 'riskScoreFrom')::numeric
                AND plain_score(NEW.risk_score) < (s.value ->> 'riskScoreFrom')::numeric) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, ended, was)
      VALUES (NEW.business_id, 'deposit', NEW.deposit_id, 'risk-score',
              jsonb_build_object('risk_score', OLD.risk_score));
  END IF;
  RETURN NULL;
END
$$;

-- Rules may care for the owner and the entities of an assessment.
CREATE FUNCTION mark_ruled_assessment() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.assessment IS NOT NULL AND is_ruled(NEW.business_id, 'deposit', (
       SELECT greatest(d.sort_at, d.first_observed_at) FROM deposit d
        WHERE d.business_id = NEW.business_id AND d.deposit_id = NEW.deposit_id)) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id) VALUES (NEW.business_id, 'deposit', NEW.deposit_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION mark_ruled_deposit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF is_ruled(NEW.business_id, 'deposit', greatest(NEW.sort_at, NEW.first_observed_at)) THEN
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO review_due (business_id, subject_kind, subject_id, was)
        VALUES (NEW.business_id, 'deposit', NEW.deposit_id, asked_of_deposit(OLD));
    ELSE
      INSERT INTO review_due (business_id, subject_kind, subject_id) VALUES (NEW.business_id, 'deposit', NEW.deposit_id);
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- The owner and the entities that an assessment named before, for rules about categories.
CREATE FUNCTION mark_ruled_risk_before() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'deposit_risk' THEN
    IF OLD.assessment IS NOT NULL AND is_ruled(NEW.business_id, 'deposit', (
         SELECT greatest(d.sort_at, d.first_observed_at) FROM deposit d
          WHERE d.business_id = NEW.business_id AND d.deposit_id = NEW.deposit_id)) THEN
      INSERT INTO review_due (business_id, subject_kind, subject_id, was)
        VALUES (NEW.business_id, 'deposit', NEW.deposit_id,
                jsonb_build_object('business_id', OLD.business_id, 'deposit_id', OLD.deposit_id, 'assessment', OLD.assessment));
    END IF;
  ELSIF is_ruled(NEW.business_id, 'withdrawal', (
          SELECT w.first_received_at FROM withdrawal w
           WHERE w.business_id = NEW.business_id AND w.withdrawal_id = NEW.withdrawal_id)) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id, was)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id,
              jsonb_build_object('business_id', OLD.business_id, 'withdrawal_id', OLD.withdrawal_id,
                                 'owner_category', OLD.owner_category));
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION mark_worth_of_case() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT c.business_id, c.subject_kind, c.subject_id FROM review_case c
     WHERE c.business_id = NEW.business_id AND c.subject_kind = 'deposit' AND c.subject_id = NEW.deposit_id;
  RETURN NULL;
END
$$;

-- Whether an assessment says that there are no risk entities: what it leaves out it does not say.
CREATE FUNCTION names_no_entity(assessment jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(assessment -> 'sourceRiskEntities' = '[]' AND assessment -> 'destinationRiskEntities' = '[]', false)
$$;

CREATE FUNCTION owner_key(name text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT nullif(left(lower(trim(name)), 200), '')
$$;

-- Null for what is no plain number: of that nobody can say whether it is over a threshold.
CREATE FUNCTION plain_score(score text) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN length(score) <= 100 AND trim(score) ~ '^-?[0-9]+(\.[0-9]+)?$' THEN trim(score)::numeric END
$$;

-- The names in an assessment, each once for its relation. Other values than text have none.
CREATE FUNCTION review_entities(assessment jsonb) RETURNS TABLE(relation text, entity_key text, name text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT ON (relation, owner_key(value #>> '{}')) relation, owner_key(value #>> '{}'), left(trim(value #>> '{}'), 200)
    FROM (SELECT 'source' AS relation, jsonb_path_query(assessment, '$.sourceRiskEntities[*].name') AS value
          UNION ALL SELECT 'destination', jsonb_path_query(assessment, '$.destinationRiskEntities[*].name')
          UNION ALL SELECT 'owner', jsonb_path_query(assessment, '$.addressOwner.name')) AS named
   WHERE jsonb_typeof(value) = 'string' AND owner_key(value #>> '{}') IS NOT NULL
   ORDER BY relation, owner_key(value #>> '{}'), value #>> '{}'
$$;

CREATE TRIGGER deposit_flag_changes AFTER UPDATE ON deposit FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status
  AND (new.status IN ('COMPLIANCE_REVIEW', 'BLOCKED')) OR old.refund_reason IS DISTINCT FROM new.refund_reason
  AND (new.refund_reason IN ('ILLICIT_DEPOSIT', 'RESTRICTED_CURRENCY')))
  EXECUTE FUNCTION mark_review_due();

CREATE TRIGGER deposit_flag_ends AFTER UPDATE ON deposit FOR EACH ROW WHEN ((old.status IN ('COMPLIANCE_REVIEW', 'BLOCKED'))
  AND old.status <> new.status OR (old.refund_reason IN ('ILLICIT_DEPOSIT', 'RESTRICTED_CURRENCY'))
  AND old.refund_reason <> new.refund_reason)
  EXECUTE FUNCTION mark_review_ended();

CREATE TRIGGER deposit_is_flagged AFTER INSERT ON deposit FOR EACH ROW WHEN ((new.status IN ('COMPLIANCE_REVIEW', 'BLOCKED'))
  OR (new.refund_reason IN ('ILLICIT_DEPOSIT', 'RESTRICTED_CURRENCY')))
  EXECUTE FUNCTION mark_review_due();

CREATE TRIGGER deposit_is_ruled AFTER INSERT ON deposit FOR EACH ROW
  EXECUTE FUNCTION mark_ruled_deposit();

CREATE TRIGGER deposit_is_watched AFTER UPDATE ON deposit FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status
  OR old.refund_status IS DISTINCT FROM new.refund_status OR old.refund_first_seen_at IS DISTINCT FROM new.refund_first_seen_at)
  EXECUTE FUNCTION mark_review_watched();

CREATE TRIGGER deposit_ruled_changes AFTER UPDATE ON deposit FOR EACH ROW WHEN (old.payment_id IS DISTINCT FROM new.payment_id
  OR old.sort_at IS DISTINCT FROM new.sort_at
  OR COALESCE(old.from_address_key, old.from_address) IS DISTINCT FROM COALESCE(new.from_address_key, new.from_address)
  OR old.network IS DISTINCT FROM new.network OR old.deposit_currency IS DISTINCT FROM new.deposit_currency
  OR old.deposit_amount IS DISTINCT FROM new.deposit_amount
  OR old.callback_deposit_amount IS DISTINCT FROM new.callback_deposit_amount
  OR old.display_currency IS DISTINCT FROM new.display_currency OR old.display_amount IS DISTINCT FROM new.display_amount
  OR old.callback_display_amount IS DISTINCT FROM new.callback_display_amount
  OR old.settlement_currency IS DISTINCT FROM new.settlement_currency
  OR old.settlement_payable_amount IS DISTINCT FROM new.settlement_payable_amount
  OR old.callback_settlement_amount IS DISTINCT FROM new.callback_settlement_amount
  OR old.uniform_payable_amount IS DISTINCT FROM new.uniform_payable_amount)
  EXECUTE FUNCTION mark_ruled_deposit();

CREATE TRIGGER deposit_value_changes AFTER UPDATE ON deposit FOR EACH ROW WHEN (old.payment_id IS DISTINCT FROM new.payment_id
  OR old.deposit_currency IS DISTINCT FROM new.deposit_currency OR old.deposit_amount IS DISTINCT FROM new.deposit_amount)
  EXECUTE FUNCTION mark_worth_of_case();

CREATE TRIGGER deposit_worth_changes AFTER UPDATE ON deposit FOR EACH ROW
  WHEN (old.uniform_payable_amount IS DISTINCT FROM new.uniform_payable_amount)
  EXECUTE FUNCTION mark_worth_of_case();

CREATE TRIGGER deposit_owner_changes AFTER UPDATE ON deposit_risk FOR EACH ROW
  WHEN (old.assessment IS DISTINCT FROM new.assessment)
  EXECUTE FUNCTION mark_ruled_assessment();

CREATE TRIGGER deposit_owner_is_told AFTER INSERT ON deposit_risk FOR EACH ROW WHEN (new.assessment IS NOT NULL)
  EXECUTE FUNCTION mark_ruled_assessment();

CREATE TRIGGER deposit_risk_was AFTER UPDATE ON deposit_risk FOR EACH ROW WHEN (old.assessment IS DISTINCT FROM new.assessment)
  EXECUTE FUNCTION mark_ruled_risk_before();

CREATE TRIGGER risk_assessment_changes AFTER UPDATE ON deposit_risk FOR EACH ROW
  WHEN (old.assessment IS DISTINCT FROM new.assessment OR old.risk_score IS DISTINCT FROM new.risk_score)
  EXECUTE FUNCTION mark_risk_due();

CREATE TRIGGER risk_ends AFTER UPDATE ON deposit_risk FOR EACH ROW WHEN (old.assessment IS DISTINCT FROM new.assessment
  OR old.risk_score IS DISTINCT FROM new.risk_score)
  EXECUTE FUNCTION mark_risk_ended();

CREATE TRIGGER risk_is_assessed AFTER INSERT ON deposit_risk FOR EACH ROW
  EXECUTE FUNCTION mark_risk_due();

-- ============================================================================
-- Draft
-- ============================================================================

-- Unsent text of a form, readable by its author alone. No export and no audit entry contains it.
CREATE TABLE form_draft (
  business_id uuid NOT NULL,
  person_id uuid NOT NULL,
  form text NOT NULL,
  subject text NOT NULL,
  fields jsonb NOT NULL,
  saved_at timestamptz(6) NOT NULL,
  closed_at timestamptz(6),
  CONSTRAINT form_draft_pkey PRIMARY KEY (business_id, person_id, form, subject),
  CONSTRAINT form_draft_fields CHECK (jsonb_typeof(fields) = 'object' AND octet_length(fields::text) <= 524288),
  CONSTRAINT form_draft_names CHECK (length(form) >= 1 AND length(form) <= 60 AND length(subject) >= 1 AND length(subject) <= 60)
);

CREATE INDEX form_draft_business_id_subject_idx ON form_draft (business_id, subject);
CREATE INDEX form_draft_saved_at_idx ON form_draft (saved_at);

-- The forms that a case offers in each state.
CREATE FUNCTION case_forms(state text) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE state
    WHEN 'open' THEN ARRAY['case-note', 'case-decision', 'case-report']
    WHEN 'proposed' THEN ARRAY['case-note', 'case-answer', 'case-report']
    WHEN 'decided' THEN ARRAY['case-note', 'case-reopening', 'case-report', 'case-filing', 'case-amendment']
    ELSE ARRAY[]::text[] END
$$;

-- The draft of a form of a case is written only while the case offers the form.
CREATE FUNCTION guard_form_draft() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM review_case
                  WHERE business_id = NEW.business_id AND case_id::text = NEW.subject
                    AND NEW.form = ANY(case_forms(state))) THEN
    RAISE EXCEPTION 'the case does not offer this form' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER form_draft_of_case BEFORE INSERT OR UPDATE OF fields ON form_draft FOR EACH ROW WHEN (new.form ~~ 'case-%')
  EXECUTE FUNCTION guard_form_draft();

-- ============================================================================
-- Exception
-- ============================================================================

-- Finance's work on an exception: the assignee, the findings and the resolution.
CREATE TABLE payment_exception (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  owner_id uuid,
  note text NOT NULL DEFAULT '',
  resolved_states text[] NOT NULL DEFAULT ARRAY[]::text[],
  resolved_by uuid,
  resolved_at timestamptz(6),
  changed_at timestamptz(6) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  resolution_reason text,
  CONSTRAINT payment_exception_pkey PRIMARY KEY (business_id, kind, subject_id),
  CONSTRAINT payment_exception_kind_check CHECK (kind IN ('payment', 'intent')),
  CONSTRAINT payment_exception_resolved_check CHECK ((resolved_at IS NULL) = (resolved_by IS NULL) AND (resolved_at IS NOT NULL
    OR cardinality(resolved_states) = 0))
);


-- ============================================================================
-- Export
-- ============================================================================

-- A requested file, which is created batch by batch. It is deleted with its bytes when it expires.
CREATE TABLE export_file (
  business_id uuid NOT NULL,
  file_id uuid NOT NULL DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  list text NOT NULL,
  format text NOT NULL,
  query text NOT NULL,
  columns text,
  with_risk boolean NOT NULL,
  time_zone text NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'running',
  problem text,
  total integer NOT NULL,
  is_more boolean NOT NULL,
  is_cut boolean NOT NULL DEFAULT false,
  rows integer NOT NULL DEFAULT 0,
  crc bigint NOT NULL DEFAULT 0,
  size bigint NOT NULL DEFAULT 0,
  packed bigint NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  asked_at timestamptz(6) NOT NULL,
  ended_at timestamptz(6),
  expires_at timestamptz(6) NOT NULL,
  is_chosen boolean NOT NULL DEFAULT false,
  CONSTRAINT export_file_pkey PRIMARY KEY (business_id, file_id),
  CONSTRAINT export_file_ended_check CHECK ((state = 'running') = (ended_at IS NULL)),
  CONSTRAINT export_file_format_check CHECK (format IN ('xlsx', 'csv')),
  CONSTRAINT export_file_state_check CHECK (state IN ('running', 'done', 'failed', 'stopped'))
);

-- A batch of a file: its ordered rows until it is written, then its bytes.
CREATE TABLE export_part (
  business_id uuid NOT NULL,
  file_id uuid NOT NULL,
  number integer NOT NULL,
  ids uuid[],
  body bytea,
  CONSTRAINT export_part_pkey PRIMARY KEY (business_id, file_id, number),
  CONSTRAINT export_part_content CHECK (num_nonnulls(ids, body) = 1)
);
ALTER TABLE export_part ALTER COLUMN ids SET STORAGE EXTERNAL;
ALTER TABLE export_part ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE INDEX export_file_business_id_person_id_asked_at_idx ON export_file (business_id, person_id, asked_at DESC);
CREATE INDEX export_file_expires_at_idx ON export_file (expires_at);
CREATE INDEX export_file_running ON export_file (asked_at) WHERE state = 'running';

ALTER TABLE export_part ADD CONSTRAINT export_part_business_id_file_id_fkey
  FOREIGN KEY (business_id, file_id) REFERENCES export_file(business_id, file_id) ON UPDATE CASCADE ON DELETE CASCADE;

-- ============================================================================
-- List view
-- ============================================================================

-- A saved list view of a person. Everyone in the business sees shared ones.
CREATE TABLE list_view (
  business_id uuid NOT NULL,
  view_id uuid NOT NULL DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  shared boolean NOT NULL DEFAULT false,
  created_at timestamptz(6) NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  CONSTRAINT list_view_pkey PRIMARY KEY (business_id, view_id)
);

-- The view with which a list opens for a person.
CREATE TABLE list_default (
  business_id uuid NOT NULL,
  person_id uuid NOT NULL,
  list text NOT NULL,
  view_id uuid NOT NULL,
  CONSTRAINT list_default_pkey PRIMARY KEY (business_id, person_id, list)
);

CREATE INDEX list_view_business_id_list_idx ON list_view (business_id, list);
CREATE UNIQUE INDEX list_view_business_id_person_id_list_name_key ON list_view (business_id, person_id, list, name);

CREATE INDEX list_default_business_id_view_id_idx ON list_default (business_id, view_id);

ALTER TABLE list_default ADD CONSTRAINT list_default_business_id_view_id_fkey
  FOREIGN KEY (business_id, view_id) REFERENCES list_view(business_id, view_id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- ============================================================================
-- Notification
-- ============================================================================

-- What happened, for one person of a business. Created once for each person, kind, record and transition.
CREATE TABLE notification (
  notification_id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL,
  person_id uuid NOT NULL,
  kind text NOT NULL,
  record_id uuid NOT NULL,
  transition text NOT NULL,
  label text NOT NULL DEFAULT '',
  at timestamptz(6) NOT NULL,
  is_read boolean NOT NULL DEFAULT false,
  read_at timestamptz(6),
  mail_due_at timestamptz(6),
  CONSTRAINT notification_pkey PRIMARY KEY (notification_id),
  CONSTRAINT notification_is_read CHECK (is_read = (read_at IS NOT NULL)),
  CONSTRAINT notification_label CHECK (length(label) <= 200)
);

-- How far the notification job has read one source of changes.
CREATE TABLE notification_cursor (
  business_id uuid NOT NULL,
  source text NOT NULL,
  at timestamptz(6) NOT NULL,
  record_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  sequence bigint NOT NULL DEFAULT 0,
  started_at timestamptz(6) NOT NULL,
  CONSTRAINT notification_cursor_pkey PRIMARY KEY (business_id, source)
);

-- How a person wants to get one kind of notification of a business. Without a row, the default of the kind applies.
CREATE TABLE notification_choice (
  business_id uuid NOT NULL,
  person_id uuid NOT NULL,
  kind text NOT NULL,
  delivery text NOT NULL,
  CONSTRAINT notification_choice_pkey PRIMARY KEY (business_id, person_id, kind),
  CONSTRAINT notification_choice_delivery CHECK (delivery IN ('off', 'app', 'at-once', 'hourly', 'daily'))
);

-- When a person gets emails with notifications of a business.
CREATE TABLE notification_schedule (
  business_id uuid NOT NULL,
  person_id uuid NOT NULL,
  time_zone text,
  quiet_from smallint,
  quiet_until smallint,
  mailed_at timestamptz(6),
  CONSTRAINT notification_schedule_pkey PRIMARY KEY (business_id, person_id),
  CONSTRAINT notification_schedule_quiet CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from >= 0
    AND quiet_from <= 1439 AND quiet_until >= 0 AND quiet_until <= 1439 AND quiet_from <> quiet_until),
  CONSTRAINT notification_schedule_zone CHECK (length(time_zone) >= 1 AND length(time_zone) <= 64)
);

CREATE INDEX notification_by_age ON notification (at);
CREATE INDEX notification_inbox ON notification (business_id, person_id, is_read, at DESC, notification_id DESC);
-- Notifications that an email is about to report.
CREATE INDEX notification_mail_due ON notification (mail_due_at, business_id, person_id) WHERE mail_due_at IS NOT NULL;
CREATE UNIQUE INDEX notification_once ON notification (business_id, kind, record_id, transition, person_id);
CREATE INDEX notification_read ON notification (read_at) WHERE read_at IS NOT NULL;

-- ============================================================================
-- Observation
-- ============================================================================

-- One row for each distinct content received at a callback address. Auditors read it directly.
CREATE TABLE callback_message (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL,
  kind text NOT NULL,
  sha256 bytea NOT NULL,
  body bytea NOT NULL,
  first_received_at timestamptz(6) NOT NULL,
  last_received_at timestamptz(6) NOT NULL,
  deliveries integer NOT NULL DEFAULT 1,
  verdict text NOT NULL,
  reasons jsonb NOT NULL DEFAULT '[]'::jsonb,
  subject_id uuid,
  payment_id uuid,
  accepted jsonb NOT NULL DEFAULT '[]'::jsonb,
  orphan boolean NOT NULL DEFAULT false,
  revision integer NOT NULL DEFAULT 0,
  reference uuid NOT NULL DEFAULT gen_random_uuid(),
  shown_with uuid,
  risk_only boolean,
  expired_at timestamptz(6),
  expired_size integer,
  CONSTRAINT callback_message_pkey PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

-- An act on a message after its receipt: who released it from quarantine or rejected it, and why.
CREATE TABLE callback_decision (
  id bigserial,
  business_id uuid NOT NULL,
  message_id uuid NOT NULL,
  kind text NOT NULL,
  revision integer NOT NULL,
  at timestamptz(6) NOT NULL,
  person_id uuid,
  note text,
  accepted jsonb NOT NULL DEFAULT '[]'::jsonb,
  verdict_before text NOT NULL,
  verdict_after text NOT NULL,
  CONSTRAINT callback_decision_pkey PRIMARY KEY (id)
);

-- Reprocesses stored data with today's code: first as a dry run, then, based on its result, for real. It works in
-- batches and any process can continue it.
CREATE TABLE callback_reprocessing (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  requested_at timestamptz(6) NOT NULL,
  dry_run_id uuid,
  selection jsonb NOT NULL,
  until timestamptz(6) NOT NULL,
  state text NOT NULL,
  place_at timestamptz(6),
  place_id uuid,
  total integer NOT NULL,
  seen integer NOT NULL DEFAULT 0,
  differing integer NOT NULL DEFAULT 0,
  differences jsonb NOT NULL DEFAULT '[]'::jsonb,
  problem text,
  leased_until timestamptz(6),
  finished_at timestamptz(6),
  lease_token uuid,
  CONSTRAINT callback_reprocessing_pkey PRIMARY KEY (id)
);

-- Every delivery whose bytes are stored, including repeats.
CREATE TABLE callback_delivery (
  id bigserial,
  business_id uuid NOT NULL,
  message_id uuid NOT NULL,
  received_at timestamptz(6) NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}'::jsonb,
  key_name text,
  signature text,
  CONSTRAINT callback_delivery_pkey PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

-- A request with the right secret that was refused for its size or encoding: the first 64 KiB, for a person to inspect.
CREATE TABLE callback_refusal (
  id bigserial,
  business_id uuid NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  received_at timestamptz(6) NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}'::jsonb,
  excerpt bytea NOT NULL,
  acknowledged_at timestamptz(6),
  sha256 bytea,
  length integer NOT NULL DEFAULT 0,
  CONSTRAINT callback_refusal_pkey PRIMARY KEY (id)
);

-- Number of a business's callbacks per hour that used a wrong address or could not be stored. Only their number and
-- times are stored.
CREATE TABLE callback_refusal_count (
  business_id uuid NOT NULL,
  hour timestamptz(6) NOT NULL,
  reason text NOT NULL,
  count bigint NOT NULL,
  kind text NOT NULL,
  first_seen_at timestamptz(6) NOT NULL,
  last_seen_at timestamptz(6) NOT NULL,
  acknowledged bigint NOT NULL DEFAULT 0,
  CONSTRAINT callback_refusal_count_pkey PRIMARY KEY (business_id, hour, kind, reason)
);

-- Each distinct content of a payment record that we requested or a person imported. A repeat updates last_started_at.
-- Like that of a callback message, the id is derived from the content, so provenance doesn't depend on arrival.
CREATE TABLE service_answer (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  source text NOT NULL,
  first_started_at timestamptz(6) NOT NULL,
  last_started_at timestamptz(6) NOT NULL,
  repeats integer NOT NULL DEFAULT 1,
  sha256 bytea NOT NULL,
  body bytea NOT NULL,
  flaws jsonb NOT NULL DEFAULT '[]'::jsonb,
  person_id uuid,
  file_name text,
  reference uuid NOT NULL DEFAULT gen_random_uuid(),
  visible_sha256 bytea,
  shown_with uuid,
  risk_only boolean NOT NULL DEFAULT false,
  CONSTRAINT service_answer_pkey PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE UNIQUE INDEX callback_message_business_id_kind_sha256_key ON callback_message (business_id, kind, sha256);
CREATE UNIQUE INDEX callback_message_business_id_reference_key ON callback_message (business_id, reference);
CREATE INDEX callback_message_by_kind ON callback_message (business_id, kind, first_received_at DESC, id DESC)
  WHERE kind <> 'deposit-received';
CREATE INDEX callback_message_by_payment ON callback_message (business_id, payment_id, first_received_at DESC, id DESC);
-- What was observed of one record, newest first: a payment that is used again has tens of thousands of both.
CREATE INDEX callback_message_by_subject ON callback_message (business_id, subject_id, first_received_at DESC, id DESC);
-- Ascending, for the reason of payment_by_time_idx.
CREATE INDEX callback_message_by_time_idx ON callback_message (business_id, first_received_at, id);
CREATE INDEX callback_message_by_verdict ON callback_message (business_id, verdict, first_received_at DESC, id DESC)
  WHERE verdict <> 'applied';
CREATE INDEX callback_message_orphan ON callback_message (business_id, first_received_at DESC, id DESC) WHERE orphan;
CREATE INDEX callback_message_repeated ON callback_message (business_id, first_received_at DESC, id DESC) WHERE deliveries > 1;
CREATE INDEX callback_message_shown_with_idx ON callback_message (shown_with) WHERE shown_with IS NOT NULL;
-- Callbacks that may belong to no record, in order of time, for their retention time.
CREATE INDEX callback_message_unmatched ON callback_message (business_id, first_received_at, id)
  WHERE verdict IN ('quarantined', 'rejected', 'stored');
-- Finds what waits, oldest first, in any business. It is empty nearly always, and costs other callbacks nothing.
CREATE INDEX callback_message_waiting ON callback_message (first_received_at, id) WHERE verdict = 'received';
CREATE INDEX callback_message_with_reasons ON callback_message (business_id, first_received_at DESC, id DESC)
  WHERE reasons <> '[]'::jsonb;

CREATE UNIQUE INDEX callback_decision_message_id_revision_key ON callback_decision (message_id, revision);

CREATE INDEX callback_reprocessing_business_id_requested_at_idx ON callback_reprocessing (business_id, requested_at DESC);
CREATE INDEX callback_reprocessing_waiting ON callback_reprocessing (requested_at) WHERE state = 'waiting';

CREATE INDEX callback_delivery_message_id_received_at_idx ON callback_delivery (message_id, received_at);

CREATE INDEX callback_refusal_business_id_received_at_idx ON callback_refusal (business_id, received_at DESC);
CREATE INDEX callback_refusal_business_id_sha256_idx ON callback_refusal (business_id, sha256);
-- Refused withdrawals are few, and those that nobody has seen fewer.
CREATE INDEX callback_refusal_unseen ON callback_refusal (business_id, received_at DESC) WHERE kind = 'withdrawal'
  AND acknowledged_at IS NULL;

CREATE INDEX service_answer_business_id_first_started_at_id_idx ON service_answer (business_id, first_started_at, id);
CREATE UNIQUE INDEX service_answer_business_id_payment_id_source_sha256_key ON service_answer (business_id, payment_id, source, sha256);
CREATE UNIQUE INDEX service_answer_business_id_reference_key ON service_answer (business_id, reference);
CREATE INDEX service_answer_by_payment ON service_answer (business_id, payment_id, first_started_at DESC, id DESC);
-- Where a new answer looks for an earlier one: a payment that is used again may have thousands.
CREATE INDEX service_answer_first_shown_idx ON service_answer (visible_sha256) WHERE visible_sha256 IS NOT NULL
  AND shown_with IS NULL;
CREATE INDEX service_answer_shown_with_idx ON service_answer (shown_with) WHERE shown_with IS NOT NULL;

ALTER TABLE callback_decision ADD CONSTRAINT callback_decision_message_id_fkey
  FOREIGN KEY (message_id) REFERENCES callback_message(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE callback_delivery ADD CONSTRAINT callback_delivery_message_id_fkey
  FOREIGN KEY (message_id) REFERENCES callback_message(id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- Compared as text, so that 1.0 and 1.00 stay two contents. Null where the bytes can't be read.
CREATE FUNCTION body_without_risk(body bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN json_without_risk(convert_from(body, 'UTF8')::jsonb)::text;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;

-- A deposit callback without risk detail was compared with nothing, so it counted as a version of its own if a callback
-- with the same other content and with risk detail came before it. The number of versions gave the hidden detail away,
-- and depended on the order of arrival. Now two callbacks are compared if either of them names a risk field.
CREATE FUNCTION callback_names_risk(body bytea) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(encode(body, 'escape')) ~ 'riskscore|addressriskassessment|txaddressowner|\\u'
$$;

CREATE FUNCTION count_expired_answers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO received_delta (business_id, source, rows, checksum)
    SELECT business_id, TG_TABLE_NAME, -count(*), -sum(('x' || right(id::text, 12))::bit(48)::bigint)
      FROM removed GROUP BY business_id;
  RETURN NULL;
END
$$;

-- As their owner, so that the role of the product needs no right to change the counts.
CREATE FUNCTION count_received_content() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO received_delta (business_id, source, rows, checksum)
    SELECT business_id, TG_TABLE_NAME, count(*), sum(('x' || right(id::text, 12))::bit(48)::bigint)
      FROM inserted GROUP BY business_id;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_received_deliveries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO received_delta (business_id, source, rows, checksum)
    SELECT business_id, TG_TABLE_NAME, count(*), sum(id) FROM inserted GROUP BY business_id;
  RETURN NULL;
END
$$;

-- The first callback with the same content without risk detail, among the applied ones or among the others. No more than
-- 100 are compared: a sender that changes its callback without end must not slow each insert.
CREATE FUNCTION first_shown_callback(of_business uuid, of_subject uuid, of_kind text, is_applied boolean, own_hash bytea, own_body bytea) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT earlier.id FROM (
      SELECT id, body, first_received_at FROM callback_message
       WHERE business_id = of_business AND subject_id = of_subject AND kind = of_kind AND shown_with IS NULL
         AND sha256 <> own_hash AND (verdict IN ('applied', 'new-version')) = is_applied
       ORDER BY first_received_at, id LIMIT 100) AS earlier
   WHERE (of_kind = 'withdrawal' OR callback_names_risk(own_body) OR callback_names_risk(earlier.body))
     AND body_without_risk(earlier.body) = body_without_risk(own_body)
   ORDER BY earlier.first_received_at, earlier.id LIMIT 1
$$;

-- The JSON without the risk fields of lib/service/contract/risk-fields.ts, at any depth.
CREATE FUNCTION json_without_risk(value jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(value)
    WHEN 'object' THEN (
      SELECT coalesce(jsonb_object_agg(field.key, json_without_risk(field.value)), '{}')
        FROM jsonb_each(json_without_risk.value) AS field
       WHERE lower(field.key) NOT IN ('riskscore', 'addressriskassessment', 'txaddressowner'))
    WHEN 'array' THEN (
      SELECT coalesce(jsonb_agg(json_without_risk(item.value) ORDER BY item.place), '[]')
        FROM jsonb_array_elements(json_without_risk.value) WITH ORDINALITY AS item(value, place))
    ELSE value END;
END $$;

-- A repeated read may have started earlier than the one that was stored first; it never moves forward.
CREATE FUNCTION refuse_change_of_answer_bytes() RETURNS trigger
LANGUAGE plpgsql AS $$
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

-- A callback whose records are locked, or that came while the product was too busy, is stored with the verdict `received`
-- and folded later. It leaves that verdict once, for one of the fold. Nothing returns to it, and its bytes don't expire.
CREATE FUNCTION refuse_change_of_received_bytes() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id IS DISTINCT FROM OLD.id OR NEW.kind IS DISTINCT FROM OLD.kind OR NEW.sha256 IS DISTINCT FROM OLD.sha256
     OR NEW.business_id IS DISTINCT FROM OLD.business_id OR NEW.first_received_at IS DISTINCT FROM OLD.first_received_at THEN
    RAISE EXCEPTION 'received bytes are never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.verdict <> OLD.verdict
     AND (NEW.verdict = 'received' OR (OLD.verdict = 'received' AND NEW.verdict NOT IN ('applied', 'new-version', 'quarantined'))) THEN
    RAISE EXCEPTION 'a waiting callback is folded once' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (NEW.body, NEW.expired_at, NEW.expired_size) IS DISTINCT FROM (OLD.body, OLD.expired_at, OLD.expired_size)
     OR (NEW.verdict = 'expired') <> (OLD.verdict = 'expired') THEN
    IF OLD.expired_at IS NOT NULL OR NEW.expired_at IS NULL OR NEW.verdict <> 'expired' OR NEW.body <> ''::bytea
       OR NEW.expired_size IS DISTINCT FROM length(OLD.body)
       OR NOT (is_expiring(NEW.business_id, 'callback', OLD.id)
               OR CASE NEW.kind WHEN 'withdrawal' THEN is_expiring(NEW.business_id, 'withdrawal', OLD.subject_id)
                                ELSE is_expiring(NEW.business_id, 'payment', OLD.payment_id) END) THEN
      RAISE EXCEPTION 'received bytes are never changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- The answers of an expiring payment are removed, and subtracted from the counts. Its evidence has their hashes.
CREATE FUNCTION refuse_removal_of_answers() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_expiring(OLD.business_id, 'payment', OLD.payment_id) THEN
    RAISE EXCEPTION '% only grows and refuses %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END
$$;

-- A callback that is released or held belongs to other contents from then on, and those that it stood for have another
-- first one.
CREATE FUNCTION regroup_callback() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  heir uuid;
BEGIN
  SELECT id INTO heir FROM callback_message WHERE shown_with = OLD.id ORDER BY first_received_at, id LIMIT 1;
  IF heir IS NOT NULL THEN
    UPDATE callback_message SET shown_with = NULL, risk_only = NULL WHERE id = heir;
    UPDATE callback_message SET shown_with = heir WHERE shown_with = OLD.id;
  END IF;
  NEW.shown_with := NULL;
  IF NEW.subject_id IS NOT NULL AND NEW.kind IN ('withdrawal', 'deposit-received') THEN
    NEW.shown_with := first_shown_callback(NEW.business_id, NEW.subject_id, NEW.kind,
      NEW.verdict IN ('applied', 'new-version'), NEW.sha256, NEW.body);
  END IF;
  NEW.risk_only := CASE WHEN NEW.shown_with IS NOT NULL THEN true END;
  RETURN NEW;
END $$;

CREATE FUNCTION set_shown_with() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.shown_with := first_shown_callback(NEW.business_id, NEW.subject_id, NEW.kind,
    NEW.verdict IN ('applied', 'new-version'), NEW.sha256, NEW.body);
  NEW.risk_only := CASE WHEN NEW.shown_with IS NOT NULL THEN true END;
  RETURN NEW;
END $$;

CREATE TRIGGER callback_message_bytes_stay BEFORE UPDATE OF id, business_id, kind, sha256, body, first_received_at, verdict, expired_at, expired_size ON callback_message FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_received_bytes();

CREATE TRIGGER callback_message_is_counted AFTER INSERT ON callback_message REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION count_received_content();

CREATE TRIGGER callback_message_is_kept BEFORE DELETE ON callback_message FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER callback_message_is_not_truncated BEFORE TRUNCATE ON callback_message FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER callback_message_regroups BEFORE UPDATE ON callback_message FOR EACH ROW WHEN (new.verdict <> 'expired'
  AND ((old.verdict IN ('applied', 'new-version')) <> (new.verdict IN ('applied', 'new-version'))
  OR old.subject_id IS DISTINCT FROM new.subject_id))
  EXECUTE FUNCTION regroup_callback();

-- Deposit callbacks have no risk detail by the interface: they are compared only where a risk name stands in them, or
-- an escape that could hide one.
CREATE TRIGGER callback_message_shown_with BEFORE INSERT ON callback_message FOR EACH ROW WHEN (new.subject_id IS NOT NULL
  AND new.shown_with IS NULL AND (new.kind IN ('withdrawal', 'deposit-received')))
  EXECUTE FUNCTION set_shown_with();

CREATE TRIGGER callback_decision_is_kept BEFORE DELETE OR UPDATE ON callback_decision FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER callback_decision_is_not_truncated BEFORE TRUNCATE ON callback_decision FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER callback_delivery_is_counted AFTER INSERT ON callback_delivery REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION count_received_deliveries();

CREATE TRIGGER callback_delivery_is_kept BEFORE DELETE OR UPDATE ON callback_delivery FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER callback_delivery_is_not_truncated BEFORE TRUNCATE ON callback_delivery FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER service_answer_bytes_stay BEFORE UPDATE OF id, business_id, payment_id, source, sha256, body, person_id, file_name, first_started_at ON service_answer FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_answer_bytes();

CREATE TRIGGER service_answer_expiry_is_counted AFTER DELETE ON service_answer REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION count_expired_answers();

CREATE TRIGGER service_answer_is_counted AFTER INSERT ON service_answer REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION count_received_content();

CREATE TRIGGER service_answer_is_kept BEFORE DELETE ON service_answer FOR EACH ROW
  EXECUTE FUNCTION refuse_removal_of_answers();

CREATE TRIGGER service_answer_is_not_truncated BEFORE TRUNCATE ON service_answer FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- ============================================================================
-- Operation
-- ============================================================================

-- A running process of the product. Its times are the database's, so clocks of other machines don't matter.
CREATE TABLE part_heartbeat (
  part text NOT NULL,
  instance_id uuid NOT NULL,
  host text NOT NULL,
  version text NOT NULL,
  started_at timestamptz(6) NOT NULL,
  seen_at timestamptz(6) NOT NULL,
  CONSTRAINT part_heartbeat_pkey PRIMARY KEY (part, instance_id)
);

-- The last run of a job, one row per job.
CREATE TABLE job_run (
  job text NOT NULL,
  every_seconds integer NOT NULL,
  started_at timestamptz(6) NOT NULL,
  ended_at timestamptz(6) NOT NULL,
  milliseconds integer NOT NULL,
  succeeded_at timestamptz(6),
  failures integer NOT NULL DEFAULT 0,
  failure text,
  request_id text NOT NULL,
  CONSTRAINT job_run_pkey PRIMARY KEY (job)
);

-- A finished backup of `npm run backup`.
CREATE TABLE backup_record (
  snapshot_at timestamptz(6) NOT NULL,
  finished_at timestamptz(6) NOT NULL,
  bytes bigint NOT NULL,
  has_secrets boolean NOT NULL,
  CONSTRAINT backup_record_pkey PRIMARY KEY (snapshot_at)
);

-- ============================================================================
-- Payment batch
-- ============================================================================

-- Payments created from one file. A person uploads and corrects the rows, then a job sends them in the order of the
-- file.
CREATE TABLE payment_batch (
  business_id uuid NOT NULL,
  batch_id uuid NOT NULL DEFAULT gen_random_uuid(),
  file_name text NOT NULL,
  source text NOT NULL,
  size integer NOT NULL,
  sha256 bytea,
  state text NOT NULL,
  encoding text,
  separator text,
  decimal_sign text,
  headers text[],
  mapping text[],
  defaults jsonb NOT NULL DEFAULT '{}'::jsonb,
  sample jsonb NOT NULL DEFAULT '[]'::jsonb,
  notes text[],
  revision uuid,
  row_count integer NOT NULL DEFAULT 0,
  created_by uuid NOT NULL,
  created_at timestamptz(6) NOT NULL,
  confirmed_by uuid,
  confirmed_at timestamptz(6),
  sent_for uuid,
  pause_reason text,
  unknown_in_a_row integer NOT NULL DEFAULT 0,
  unsent_in_a_row integer NOT NULL DEFAULT 0,
  not_before timestamptz(6),
  served_at timestamptz(6),
  leased_until timestamptz(6),
  lease_token uuid,
  ended_at timestamptz(6),
  prepared_by uuid[],
  kept_corrections jsonb,
  pause_answer text,
  refused_in_a_row integer NOT NULL DEFAULT 0,
  pace double precision NOT NULL DEFAULT 2,
  CONSTRAINT payment_batch_pkey PRIMARY KEY (business_id, batch_id),
  CONSTRAINT payment_batch_confirmed CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
  CONSTRAINT payment_batch_decimal_sign CHECK (decimal_sign IN ('.', ',')),
  CONSTRAINT payment_batch_pace CHECK (pace >= 1),
  CONSTRAINT payment_batch_pause_reason CHECK (pause_reason IN ('role', 'unknown', 'overloaded', 'unreachable', 'failing', 'refused', 'restored', 'person')),
  CONSTRAINT payment_batch_row_count CHECK (row_count >= 0 AND row_count <= 50000),
  CONSTRAINT payment_batch_runs_after_confirmation CHECK ((state NOT IN ('running', 'paused', 'done')) OR confirmed_at IS NOT NULL
    AND sent_for IS NOT NULL),
  CONSTRAINT payment_batch_sha256 CHECK (length(sha256) = 32),
  CONSTRAINT payment_batch_size CHECK (size >= 1 AND size <= 10485760),
  CONSTRAINT payment_batch_source CHECK (source IN ('csv', 'xlsx', 'pasted')),
  CONSTRAINT payment_batch_state CHECK (state IN ('uploading', 'uploaded', 'checked', 'running', 'paused', 'stopped', 'done'))
);

-- A part of an uploaded file. Deleted when the batch is confirmed or discarded.
CREATE TABLE payment_batch_chunk (
  business_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  number integer NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT payment_batch_chunk_pkey PRIMARY KEY (business_id, batch_id, number),
  CONSTRAINT payment_batch_chunk_size CHECK (length(body) >= 1 AND length(body) <= 1048576)
);

-- A row of the file. The confirmation gives it its intent, whose state is that of the row.
CREATE TABLE payment_batch_row (
  business_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  number integer NOT NULL,
  values jsonb NOT NULL,
  issues jsonb NOT NULL DEFAULT '[]'::jsonb,
  has_errors boolean NOT NULL,
  has_warnings boolean NOT NULL,
  client_payment_id text NOT NULL,
  currency text,
  amount numeric(65,30),
  duplicate_of integer,
  taken_by text,
  intent_id uuid,
  request_body text,
  corrections jsonb,
  CONSTRAINT payment_batch_row_pkey PRIMARY KEY (business_id, batch_id, number),
  CONSTRAINT payment_batch_row_requested CHECK (intent_id IS NULL OR request_body IS NOT NULL),
  CONSTRAINT payment_batch_row_taken_by CHECK (taken_by IN ('request', 'payment'))
);

-- The columns that a person chose for files with these column names.
CREATE TABLE payment_batch_mapping (
  business_id uuid NOT NULL,
  signature bytea NOT NULL,
  mapping text[],
  defaults jsonb NOT NULL DEFAULT '{}'::jsonb,
  saved_at timestamptz(6) NOT NULL,
  CONSTRAINT payment_batch_mapping_pkey PRIMARY KEY (business_id, signature)
);

-- When the next request of a kind may be sent, by the database's clock. All processes share the turns.
CREATE TABLE sending_turn (
  kind text NOT NULL,
  next_at timestamptz(6) NOT NULL,
  CONSTRAINT sending_turn_pkey PRIMARY KEY (kind)
);

CREATE INDEX payment_batch_business_id_created_at_idx ON payment_batch (business_id, created_at DESC);
CREATE INDEX payment_batch_draft_idx ON payment_batch (created_at) WHERE confirmed_at IS NULL;
CREATE INDEX payment_batch_running_idx ON payment_batch (served_at) WHERE state = 'running';
CREATE INDEX payment_batch_same_file_idx ON payment_batch (business_id, sha256) WHERE confirmed_at IS NOT NULL;

CREATE INDEX payment_batch_row_business_id_batch_id_client_payment_id_idx ON payment_batch_row (business_id, batch_id, client_payment_id);
CREATE UNIQUE INDEX payment_batch_row_intent_key ON payment_batch_row (business_id, intent_id) WHERE intent_id IS NOT NULL;

ALTER TABLE payment_batch_chunk ADD CONSTRAINT payment_batch_chunk_business_id_batch_id_fkey
  FOREIGN KEY (business_id, batch_id) REFERENCES payment_batch(business_id, batch_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE payment_batch_row ADD CONSTRAINT payment_batch_row_business_id_batch_id_fkey
  FOREIGN KEY (business_id, batch_id) REFERENCES payment_batch(business_id, batch_id) ON UPDATE CASCADE ON DELETE CASCADE;

-- A confirmed file keeps the people who prepared and confirmed it.
CREATE FUNCTION guard_payment_batch() RETURNS trigger
LANGUAGE plpgsql AS $$
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

-- A confirmed row stays as the person saw it, with its intent.
CREATE FUNCTION guard_payment_batch_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a confirmed row is never changed' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER payment_batch_keeps_its_people BEFORE UPDATE OF created_by, prepared_by, confirmed_by, confirmed_at ON payment_batch FOR EACH ROW
  EXECUTE FUNCTION guard_payment_batch();

CREATE TRIGGER payment_batch_row_stays BEFORE UPDATE ON payment_batch_row FOR EACH ROW WHEN (old.intent_id IS NOT NULL)
  EXECUTE FUNCTION guard_payment_batch_row();

-- ============================================================================
-- Payment template
-- ============================================================================

-- Named terms for new payments. Everyone who may create payments in the business sees shared ones.
CREATE TABLE payment_template (
  business_id uuid NOT NULL,
  template_id uuid NOT NULL DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  name text NOT NULL,
  fields jsonb NOT NULL,
  client_id_pattern text,
  shared boolean NOT NULL DEFAULT false,
  created_at timestamptz(6) NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  CONSTRAINT payment_template_pkey PRIMARY KEY (business_id, template_id),
  CONSTRAINT payment_template_fields CHECK (jsonb_typeof(fields) = 'object' AND octet_length(fields::text) <= 65536),
  CONSTRAINT payment_template_name CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT payment_template_pattern CHECK (length(client_id_pattern) >= 1 AND length(client_id_pattern) <= 200)
);

-- The next number of a pattern of client payment IDs. Numbers only grow, so that none is used twice.
CREATE TABLE payment_id_sequence (
  business_id uuid NOT NULL,
  pattern text NOT NULL,
  next bigint NOT NULL,
  CONSTRAINT payment_id_sequence_pkey PRIMARY KEY (business_id, pattern),
  CONSTRAINT payment_id_sequence_next CHECK (next >= 1)
);

CREATE UNIQUE INDEX payment_template_business_id_person_id_name_key ON payment_template (business_id, person_id, name);

-- A number that was given out is never given out again.
CREATE FUNCTION guard_payment_id_sequence() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.next < OLD.next OR NEW.pattern <> OLD.pattern OR NEW.business_id <> OLD.business_id THEN
    RAISE EXCEPTION 'a sequence of client payment IDs only grows' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER payment_id_sequence_grows BEFORE DELETE OR UPDATE ON payment_id_sequence FOR EACH ROW
  EXECUTE FUNCTION guard_payment_id_sequence();

-- ============================================================================
-- Payment
-- ============================================================================

-- A payment, folded from observations. Null means not reported. Fields are those of §2.3.
CREATE TABLE payment (
  business_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  client_payment_id text,
  locale text,
  status text,
  rate_type text,
  type text,
  url text,
  payment_url text,
  overpayment_policy text,
  refund_follow_up_deposits_for_one_time_payments boolean,
  processor_type text,
  wallet_address text,
  wallet_address_key text,
  destination_tag text,
  display_currency text,
  expected_display_amount numeric(65,30),
  expected_display_distributed_user_service_fee numeric(65,30),
  actual_display_amount numeric(65,30),
  actual_display_distributed_user_service_fee numeric(65,30),
  deposit_currency text,
  expected_network text,
  expected_deposit_amount numeric(65,30),
  expected_deposit_distributed_user_service_fee numeric(65,30),
  actual_deposit_amount numeric(65,30),
  actual_deposit_distributed_user_service_fee numeric(65,30),
  expected_uniform_amount numeric(65,30),
  actual_uniform_amount numeric(65,30),
  user_service_fee_distribution_percentage text,
  redirect_url text,
  redirect_mode text,
  expiration_minutes bigint,
  initiated_by text,
  payment_initiated_at timestamptz(0),
  payment_requested_at timestamptz(0),
  expiration_time timestamptz(0),
  provenance jsonb NOT NULL DEFAULT '[]'::jsonb,
  conflicts jsonb NOT NULL DEFAULT '[]'::jsonb,
  record_seen boolean NOT NULL DEFAULT false,
  deposit_count integer NOT NULL DEFAULT 0,
  confirmed_deposit_count integer NOT NULL DEFAULT 0,
  coverage text,
  late boolean,
  currency_mismatch boolean,
  refund_statuses text[] DEFAULT ARRAY[]::text[],
  deposit_statuses text[] DEFAULT ARRAY[]::text[],
  sort_at timestamptz(6) NOT NULL,
  first_observed_at timestamptz(6) NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  next_read_at timestamptz(6),
  last_read_at timestamptz(6),
  read_failures integer NOT NULL DEFAULT 0,
  last_read_error text,
  deposit_tally jsonb,
  facets bigint[] NOT NULL GENERATED ALWAYS AS (array_remove(ARRAY[
    facet(business_id, 'status', status), facet(business_id, 'type', type), facet(business_id, 'rate', rate_type),
    facet(business_id, 'coin', deposit_currency), facet(business_id, 'network', expected_network),
    facet(business_id, 'display', display_currency), facet(business_id, 'overpayment', overpayment_policy),
    facet(business_id, 'redirect', redirect_mode),
    -- A language alone, or with its region behind `-` or `_`.
    facet(business_id, 'language', lower(split_part(replace(locale, '_', '-'), '-', 1))),
    facet(business_id, 'follow-up-refund', refund_follow_up_deposits_for_one_time_payments::text),
    -- The currency of the price and of the received amount, as price-columns.ts has them.
    facet(business_id, 'price', CASE
      WHEN display_currency IS NULL OR expected_display_amount IS NULL AND expected_deposit_amount IS NOT NULL THEN deposit_currency
      ELSE display_currency END),
    facet(business_id, 'received', CASE
      WHEN display_currency IS NULL OR expected_display_amount IS NULL AND expected_deposit_amount IS NOT NULL
        THEN CASE WHEN currency_mismatch IS NOT TRUE THEN deposit_currency END
      ELSE display_currency END),
    facet(business_id, 'is', coverage),
    CASE WHEN late THEN facet(business_id, 'is', 'late') END,
    CASE WHEN currency_mismatch THEN facet(business_id, 'is', 'mismatch') END,
    CASE WHEN deposit_count > 1 THEN facet(business_id, 'is', 'several')
         WHEN deposit_count = 0 THEN facet(business_id, 'is', 'no-deposit') END,
    -- `lastReported` of price-columns.ts explains why 0 counts as none.
    CASE WHEN confirmed_deposit_count > 0 AND COALESCE(actual_uniform_amount, 0) = 0 THEN facet(business_id, 'is', 'no-eur') END,
    CASE WHEN NOT record_seen THEN facet(business_id, 'is', 'callback-only') END,
    CASE WHEN conflicts <> '[]'::jsonb THEN facet(business_id, 'is', 'conflict') END
  ] || CASE WHEN cardinality(deposit_statuses) > 0 THEN facets(business_id, 'deposit-status', deposit_statuses) END
    || CASE WHEN cardinality(refund_statuses) > 0 THEN facets(business_id, 'refund-status', refund_statuses) END, NULL)) STORED,
  CONSTRAINT payment_pkey PRIMARY KEY (business_id, payment_id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

-- Our request to create a payment, committed before the call. A refused or unsent one is final: it is repeated as another.
CREATE TABLE payment_intent (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL,
  client_payment_id text NOT NULL,
  request_body text NOT NULL,
  state text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(6) NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  payment_id uuid,
  payment_url text,
  http_status integer,
  error_code text,
  error_message text,
  note text,
  label_ids uuid[],
  former_payment_id uuid,
  is_remainder boolean NOT NULL DEFAULT false,
  CONSTRAINT payment_intent_pkey PRIMARY KEY (id),
  CONSTRAINT payment_intent_labels CHECK (COALESCE(cardinality(label_ids), 0) <= 20),
  CONSTRAINT payment_intent_note CHECK (length(note) >= 1 AND length(note) <= 4000),
  CONSTRAINT payment_intent_state CHECK (state IN ('PROPOSED', 'QUEUED', 'SENDING', 'UNSENT', 'CREATED', 'REJECTED', 'UNKNOWN'))
);

-- The payments of an intent. A payment belongs to at most one intent. A request that was sent twice may have created
-- two.
CREATE TABLE intent_payment (
  business_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  intent_id uuid NOT NULL,
  confirmed boolean NOT NULL,
  found_at timestamptz(6) NOT NULL,
  is_further boolean NOT NULL DEFAULT false,
  attempt_id bigint,
  CONSTRAINT intent_payment_pkey PRIMARY KEY (business_id, payment_id)
);

-- Each attempt to send an intent.
CREATE TABLE payment_attempt (
  id bigserial,
  business_id uuid NOT NULL,
  intent_id uuid NOT NULL,
  started_at timestamptz(6) NOT NULL,
  finished_at timestamptz(6),
  outcome text,
  http_status integer,
  error_code text,
  error_message text,
  person_id uuid NOT NULL,
  request_id text NOT NULL,
  CONSTRAINT payment_attempt_pkey PRIMARY KEY (id)
);

CREATE INDEX payment_by_time_idx ON payment (business_id, sort_at, payment_id);
CREATE INDEX payment_by_change_idx ON payment (business_id, changed_at, payment_id);
CREATE INDEX payment_facets_idx ON payment USING gin (facets);
CREATE INDEX payment_reference_part_idx ON payment USING gin (client_payment_id gin_trgm_ops);
CREATE INDEX payment_reference_idx ON payment (business_id, client_payment_id text_pattern_ops);
CREATE INDEX payment_wallet_address_idx ON payment (business_id, COALESCE(wallet_address_key, wallet_address) text_pattern_ops);
CREATE INDEX payment_destination_tag_idx ON payment (business_id, destination_tag text_pattern_ops)
  WHERE destination_tag IS NOT NULL;
-- Without the business, because a link has one payment. The row shows whether it is one of the business.
CREATE INDEX payment_of_link_idx ON payment (hashtextextended(COALESCE(url, payment_url), 0::bigint));
CREATE INDEX payment_expected_display_amount_idx ON payment (business_id, display_currency, expected_display_amount, payment_id);
CREATE INDEX payment_actual_display_amount_idx ON payment (business_id, display_currency, actual_display_amount, payment_id);
CREATE INDEX payment_expected_deposit_amount_idx ON payment (business_id, deposit_currency, expected_deposit_amount);
-- Most payments have received nothing.
CREATE INDEX payment_actual_deposit_amount_idx ON payment (business_id, deposit_currency, actual_deposit_amount)
  WHERE actual_deposit_amount > 0::numeric;
CREATE INDEX payment_expected_uniform_amount_idx ON payment (business_id, expected_uniform_amount, payment_id);
CREATE INDEX payment_actual_uniform_amount_idx ON payment (business_id, actual_uniform_amount, payment_id);
-- Few payments do not fit.
CREATE INDEX payment_exceptional_idx ON payment (business_id, sort_at, payment_id)
  WHERE (coverage IN ('under', 'over')) OR late OR currency_mismatch OR NOT record_seen;
-- Payments that can expire.
CREATE INDEX payment_open_idx ON payment (business_id, sort_at)
  WHERE type = 'ONE_TIME' AND (status IN ('NEW', 'PENDING', 'AWAITING'));
CREATE INDEX payment_next_read_at_idx ON payment (next_read_at) WHERE next_read_at IS NOT NULL;

-- The request that has a client payment ID. Those that were refused or not sent have released it.
CREATE UNIQUE INDEX payment_intent_of_client_id_key ON payment_intent (business_id, client_payment_id)
  WHERE state NOT IN ('REJECTED', 'UNSENT');
CREATE UNIQUE INDEX payment_intent_business_id_id_key ON payment_intent (business_id, id);
CREATE INDEX payment_intent_business_id_payment_id_idx ON payment_intent (business_id, payment_id);
CREATE INDEX payment_intent_business_id_state_changed_at_idx ON payment_intent (business_id, state, changed_at);
-- All requests with a client payment ID, also by the beginning of the reference that a customer quotes.
CREATE INDEX payment_intent_client_id_idx ON payment_intent (business_id, client_payment_id text_pattern_ops);
CREATE INDEX payment_intent_former_idx ON payment_intent (business_id, former_payment_id) WHERE former_payment_id IS NOT NULL;

-- Finds requests with several payments.
CREATE INDEX intent_payment_further_idx ON intent_payment (business_id, found_at) WHERE is_further;
CREATE INDEX intent_payment_intent_id_idx ON intent_payment (intent_id);

CREATE INDEX payment_attempt_intent_id_started_at_idx ON payment_attempt (intent_id, started_at);

ALTER TABLE intent_payment ADD CONSTRAINT intent_payment_business_id_intent_id_fkey
  FOREIGN KEY (business_id, intent_id) REFERENCES payment_intent(business_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_attempt ADD CONSTRAINT payment_attempt_intent_id_fkey
  FOREIGN KEY (intent_id) REFERENCES payment_intent(id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- Returns every reason why a person can't approve a proposal of another one now.
-- `access`: within 72 hours, `giver` gave access to both, directly or through others, at any business. The giver may be
-- one of the two. The nil UUID is the identity provider. The reason ends at `possible_from`.
-- `address`, `factor`: the approver joined by a copied link, and has no verified address or no second factor. `ownFactor`:
-- the only factor is the one of the identity provider. It counts for people who must sign in there, whom the database doesn't know.
CREATE FUNCTION approval_blocks(proposer uuid, approver uuid, approved_at timestamp with time zone) RETURNS TABLE(reason text, giver uuid, possible_from timestamp with time zone)
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE access AS MATERIALIZED (
    SELECT coalesce(g.granted_by, '00000000-0000-0000-0000-000000000000') AS giver, g.person_id, max(g.granted_at) AS since
      FROM access_grant g
     WHERE g.granted_at > approved_at - interval '72 hours' AND (g.granted_by IS NOT NULL OR g.kind = 'provider')
     GROUP BY 1, 2),
  -- A chain counts as long as its oldest link.
  source(receiver, giver, since) AS (
    SELECT person, person, timestamptz 'infinity' FROM unnest(ARRAY[proposer, approver]) AS person
    UNION
    SELECT s.receiver, g.giver, least(s.since, g.since) FROM source s JOIN access g ON g.person_id = s.giver)
  (SELECT 'access', a.giver, least(a.since, b.since) + interval '72 hours'
     FROM source a JOIN source b ON b.giver = a.giver
    WHERE a.receiver = proposer AND b.receiver = approver AND proposer <> approver
    ORDER BY 3 DESC, 2 LIMIT 1)
  UNION ALL
  SELECT need.reason, NULL, NULL
    FROM person p,
         LATERAL (SELECT EXISTS (SELECT FROM second_factor f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL)
                      OR EXISTS (SELECT FROM passkey k WHERE k.person_id = p.id) AS own,
                         EXISTS (SELECT FROM person_identity i WHERE i.person_id = p.id) AS of_provider) AS factor,
         LATERAL (VALUES
           ('address', p.email_proved_at IS NOT NULL),
           ('factor', factor.own OR factor.of_provider),
           ('ownFactor', factor.own OR NOT factor.of_provider)) AS need(reason, is_met)
   WHERE p.id = approver AND NOT need.is_met
     AND EXISTS (SELECT FROM invitation i WHERE i.accepted_by = approver AND i.delivery = 'link')
$$;

-- Returns true when an approved payment can still be sent. An approval counts for 30 days.
CREATE FUNCTION approval_counts(answered_at timestamp with time zone) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT answered_at > now() - interval '30 days'
$$;

-- Returns the largest price that one person may create alone, or null for any price. Once the business has a limit, the one
-- of a currency without its own is zero.
CREATE FUNCTION effective_creation_limit(business uuid, currency text) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(max((value #>> '{}')::numeric) FILTER (WHERE subject = currency), CASE WHEN count(value) > 0 THEN 0 END)
    FROM setting WHERE business_id = business AND kind = 'creation-limit'
$$;

-- Returns the limit that the price of a request exceeds, or null. The price is compared in its own currency.
CREATE FUNCTION exceeded_creation_limit(business uuid, body json) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT amount
    FROM effective_creation_limit(business, coalesce(body ->> 'displayCurrency', body ->> 'depositCurrency')) AS amount
   WHERE coalesce(body ->> 'displayAmount', body ->> 'depositAmount')::numeric > amount
$$;

-- Checked whenever a request is about to be sent.
CREATE FUNCTION guard_payment_intent_limit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Holds the approval until the commit, so that it can't be withdrawn meanwhile.
  PERFORM 1 FROM proposal p
    WHERE p.business_id = NEW.business_id AND p.kind = 'payment' AND p.subject = NEW.id::text AND p.state = 'final' FOR SHARE;
  IF payment_needs_approval(NEW.business_id, NEW.id) THEN
    RAISE EXCEPTION 'a second person approves a payment above the limit' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;

-- The decision about a payment is compared with the service whenever the status of the payment changes.
CREATE FUNCTION mark_payment_of_case() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT business_id, subject_kind, subject_id FROM review_case
     WHERE business_id = NEW.business_id AND subject_kind = 'payment' AND subject_id = NEW.payment_id;
  RETURN NULL;
END
$$;

-- The reference of a payment may be told after its deposits.
CREATE FUNCTION mark_ruled_payment() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT d.business_id, 'deposit', d.deposit_id FROM deposit d
     WHERE d.business_id = NEW.business_id AND d.payment_id = NEW.payment_id
       AND is_ruled(d.business_id, 'deposit', greatest(d.sort_at, d.first_observed_at));
  RETURN NULL;
END
$$;

CREATE FUNCTION mark_worth_of_payment() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT c.business_id, c.subject_kind, c.subject_id
      FROM deposit d
      JOIN review_case c ON c.business_id = d.business_id AND c.subject_kind = 'deposit' AND c.subject_id = d.deposit_id
     WHERE d.business_id = NEW.business_id AND d.payment_id = NEW.payment_id;
  RETURN NULL;
END
$$;

-- Returns true if the request is above the limit and no second person has approved it: neither as a single payment, nor
-- as a row of a file that somebody else than its authors confirmed. Only the request that the row was first sent as counts.
CREATE FUNCTION payment_needs_approval(business uuid, intent uuid) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  body text;
BEGIN
  SELECT i.request_body INTO body FROM payment_intent i WHERE i.business_id = business AND i.id = intent;
  IF body IS NULL OR exceeded_creation_limit(business, body::json) IS NULL THEN RETURN false; END IF;
  RETURN NOT EXISTS (SELECT FROM proposal p
                      WHERE p.business_id = business AND p.kind = 'payment' AND p.subject = intent::text
                        AND p.after ->> 'requestBody' = body AND p.state = 'final' AND approval_counts(p.answered_at))
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

-- The last line of defence behind every approval. Access counts at every business, so this one doesn't matter.
CREATE FUNCTION review_independent(business uuid, proposer uuid, approver uuid, approved_at timestamp with time zone) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT approver = proposer
      OR NOT EXISTS (SELECT FROM approval_blocks(proposer, approver, approved_at) WHERE reason <> 'ownFactor')
$$;

CREATE TRIGGER payment_is_watched AFTER UPDATE ON payment FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status)
  EXECUTE FUNCTION mark_payment_of_case();

CREATE TRIGGER payment_reference_changes AFTER UPDATE ON payment FOR EACH ROW
  WHEN (old.client_payment_id IS DISTINCT FROM new.client_payment_id)
  EXECUTE FUNCTION mark_ruled_payment();

CREATE TRIGGER payment_value_changes AFTER UPDATE ON payment FOR EACH ROW
  WHEN (old.expected_uniform_amount IS DISTINCT FROM new.expected_uniform_amount
  OR old.actual_uniform_amount IS DISTINCT FROM new.actual_uniform_amount
  OR old.deposit_currency IS DISTINCT FROM new.deposit_currency
  OR old.expected_deposit_amount IS DISTINCT FROM new.expected_deposit_amount
  OR (old.deposit_count = 1) IS DISTINCT FROM (new.deposit_count = 1))
  EXECUTE FUNCTION mark_worth_of_payment();

CREATE TRIGGER payment_intent_within_limit AFTER INSERT OR UPDATE OF state, request_body ON payment_intent FOR EACH ROW
  WHEN (new.state = 'SENDING')
  EXECUTE FUNCTION guard_payment_intent_limit();

-- ============================================================================
-- People
-- ============================================================================

CREATE TABLE person (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  disabled_at timestamptz(6),
  email_proved_at timestamptz(6),
  locale text,
  hour_cycle text,
  password_changed_at timestamptz(6),
  devices_forgotten_at timestamptz(6),
  kept_device uuid,
  email_changed_at timestamptz(6),
  is_factor_exempt boolean NOT NULL DEFAULT false,
  second_factor_due_at timestamptz(6),
  last_seen_at timestamptz(6),
  CONSTRAINT person_pkey PRIMARY KEY (id),
  CONSTRAINT person_hour_cycle CHECK (hour_cycle IN ('h12', 'h23')),
  CONSTRAINT person_locale CHECK (length(locale) >= 2 AND length(locale) <= 35)
);

-- One role per person and business.
CREATE TABLE membership (
  person_id uuid NOT NULL,
  business_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  disabled_at timestamptz(6),
  CONSTRAINT membership_pkey PRIMARY KEY (person_id, business_id)
);

-- Checked on every request, so ending it here takes effect everywhere at once.
CREATE TABLE session (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  revoked_at timestamptz(6),
  address text,
  user_agent text,
  device_id uuid,
  is_new_device boolean NOT NULL DEFAULT false,
  end_reason text,
  authenticated_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  factor_proved_at timestamptz(6),
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_end_reason CHECK (end_reason IN ('sign-out', 'revoked', 'limit', 'password', 'access', 'factor'))
);

-- Maintained by rate-limiter-flexible.
CREATE TABLE rate_limit (
  key character varying(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);

-- Password attempts of strangers against one account, over all addresses.
CREATE TABLE sign_in_ceiling (
  account character varying(64) NOT NULL,
  level double precision NOT NULL,
  counted_at timestamptz(6) NOT NULL,
  free_at timestamptz(6) NOT NULL,
  delayed_at timestamptz(6),
  notified_at timestamptz(6),
  CONSTRAINT sign_in_ceiling_pkey PRIMARY KEY (account)
);

-- A secret that works once, until it expires: the link to a new address or password, or the cookie of a sign-in that still
-- needs its second step. Only its hash is stored.
CREATE TABLE one_time_token (
  token_id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  person_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  used_at timestamptz(6),
  email text,
  created_by uuid,
  is_mailed boolean NOT NULL DEFAULT false,
  device_id uuid,
  passed_at timestamptz(6),
  CONSTRAINT one_time_token_pkey PRIMARY KEY (token_id),
  CONSTRAINT one_time_token_email CHECK ((kind = 'email-change') = (email IS NOT NULL)
    AND email = lower(email) AND length(email) >= 3 AND length(email) <= 320),
  CONSTRAINT one_time_token_hash CHECK (length(token_hash) = 32),
  CONSTRAINT one_time_token_kind CHECK (kind IN ('email-change', 'password-reset', 'sign-in')),
  CONSTRAINT one_time_token_reset CHECK (kind = 'password-reset' OR created_by IS NULL AND NOT is_mailed),
  CONSTRAINT one_time_token_sign_in CHECK (kind = 'sign-in' OR device_id IS NULL AND passed_at IS NULL)
);

-- The account of a person at the OpenID provider. It was linked once by a verified address, and from then on the
-- subject alone decides who signs in.
CREATE TABLE person_identity (
  identity_id uuid NOT NULL DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text NOT NULL,
  linked_at timestamptz(6) NOT NULL,
  last_used_at timestamptz(6) NOT NULL,
  CONSTRAINT person_identity_pkey PRIMARY KEY (identity_id),
  CONSTRAINT person_identity_email CHECK (email = lower(email) AND length(email) >= 3 AND length(email) <= 320),
  CONSTRAINT person_identity_issuer CHECK (length(issuer) >= 8 AND length(issuer) <= 2000),
  CONSTRAINT person_identity_subject CHECK (length(subject) >= 1 AND length(subject) <= 255)
);

CREATE UNIQUE INDEX person_email_key ON person (email);

CREATE INDEX membership_business_id_idx ON membership (business_id);

CREATE INDEX session_person_id_idx ON session (person_id);

CREATE INDEX sign_in_ceiling_delayed ON sign_in_ceiling (delayed_at) WHERE delayed_at IS NOT NULL;

CREATE INDEX one_time_token_person_id_idx ON one_time_token (person_id);
CREATE UNIQUE INDEX one_time_token_token_hash_key ON one_time_token (token_hash);

CREATE UNIQUE INDEX person_identity_issuer_subject_key ON person_identity (issuer, subject);
CREATE UNIQUE INDEX person_identity_person_id_issuer_key ON person_identity (person_id, issuer);

ALTER TABLE membership ADD CONSTRAINT membership_business_id_fkey
  FOREIGN KEY (business_id) REFERENCES business(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE membership ADD CONSTRAINT membership_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE one_time_token ADD CONSTRAINT one_time_token_created_by_fkey
  FOREIGN KEY (created_by) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE one_time_token ADD CONSTRAINT one_time_token_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE person_identity ADD CONSTRAINT person_identity_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE session ADD CONSTRAINT session_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- ============================================================================
-- Proposal
-- ============================================================================

-- A change that takes two people. One person proposes it, and another, independent one approves or declines it. The trigger
-- refuses every other approval. An answered proposal never changes.
CREATE TABLE proposal (
  business_id uuid NOT NULL,
  proposal_id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  subject text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 0,
  before jsonb,
  after jsonb,
  reason text,
  proposed_by uuid NOT NULL,
  proposed_at timestamptz(6) NOT NULL,
  state text NOT NULL DEFAULT 'proposed',
  answered_by uuid,
  answered_at timestamptz(6),
  comment text,
  CONSTRAINT proposal_pkey PRIMARY KEY (business_id, proposal_id),
  CONSTRAINT proposal_answered CHECK ((state = 'proposed') = (answered_at IS NULL)
    AND (answered_by IS NULL) = (state = 'proposed' OR state = 'withdrawn' AND answered_by IS NULL)),
  CONSTRAINT proposal_kind CHECK (kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'payment',
    'hold-lift', 'review-rule', 'reopening', 'opening-position', 'callback-basis', 'period-close', 'period-reopening')),
  CONSTRAINT proposal_reason CHECK (length(TRIM(BOTH FROM reason)) > 0
    AND (reason IS NOT NULL OR kind IN ('creation-limit', 'retention', 'payment', 'period-close'))),
  CONSTRAINT proposal_second_person CHECK ((state NOT IN ('final', 'declined')) OR answered_by <> proposed_by),
  CONSTRAINT proposal_state CHECK (state IN ('proposed', 'final', 'declined', 'withdrawn')),
  CONSTRAINT proposal_withdrawn CHECK (state <> 'withdrawn' OR answered_by IS NULL OR answered_by = proposed_by)
);

-- The current value of each setting that takes two people to weaken. Null sets nothing: no limit, and no end of retention.
-- Without a row the defaults count.
CREATE TABLE setting (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL DEFAULT '',
  value jsonb,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT setting_pkey PRIMARY KEY (business_id, kind, subject),
  CONSTRAINT setting_kind CHECK (kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'opening-position',
    'callback-basis', 'accounting')),
  CONSTRAINT setting_subject CHECK (CASE kind
    WHEN 'creation-limit' THEN subject <> ''
    WHEN 'opening-position' THEN subject <> ''
    WHEN 'retention' THEN subject IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in', 'callback')
    ELSE subject = '' END),
  CONSTRAINT setting_value CHECK (CASE kind
    WHEN 'creation-limit' THEN (value #>> '{}')::numeric > 0
    WHEN 'retention' THEN (value #>> '{}')::integer BETWEEN 1 AND 30
    WHEN 'required-roles' THEN value IS NOT NULL AND value @> '["compliance", "owner"]'
      AND value <@ '["viewer", "accountant", "finance", "compliance", "approver", "owner"]'
    WHEN 'opening-position' THEN value IS NULL OR (value ->> 'amount')::numeric IS NOT NULL AND (value ->> 'day')::date IS NOT NULL
    WHEN 'callback-basis' THEN value = '"credited"'
    WHEN 'accounting' THEN jsonb_typeof(value -> 'accounts') IS NOT DISTINCT FROM 'object'
    ELSE value IS NOT NULL AND (value ->> 'secondFromEur')::numeric IS NOT NULL AND (value ->> 'dueHours')::integer IS NOT NULL
      AND jsonb_typeof(value -> 'twoPersonCategories') IS NOT DISTINCT FROM 'array' END)
);

CREATE UNIQUE INDEX proposal_one ON proposal (business_id, kind, subject) WHERE state = 'proposed';
CREATE INDEX proposal_business_id_kind_subject_proposed_at_idx ON proposal (business_id, kind, subject, proposed_at);

ALTER TABLE proposal ADD CONSTRAINT proposal_answered_by_fkey
  FOREIGN KEY (answered_by) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE proposal ADD CONSTRAINT proposal_proposed_by_fkey
  FOREIGN KEY (proposed_by) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- What counts for a business that has set nothing.
CREATE FUNCTION default_setting(kind text) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind
    WHEN 'required-roles' THEN '["compliance", "owner"]'::jsonb
    WHEN 'review-desk' THEN '{"secondFromEur": "1000", "dueHours": 24, "riskScoreFrom": null,
      "twoPersonCategories": ["sanction", "terror", "ofac", "specially designated"]}'::jsonb END
$$;

CREATE FUNCTION setting_value(business uuid, of_kind text, of_subject text DEFAULT '') RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT s.value FROM setting s WHERE s.business_id = business AND s.kind = of_kind AND s.subject = of_subject),
                  default_setting(of_kind))
$$;

-- Returns true if the new value protects less in any way. The rooms in lib have the same rules, and propose such changes.
CREATE FUNCTION is_weaker_setting(kind text, before jsonb, after jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE kind
    WHEN 'creation-limit' THEN
      before IS NOT NULL AND (after IS NULL OR (after #>> '{}')::numeric > (before #>> '{}')::numeric)
    WHEN 'retention' THEN
      after IS NOT NULL AND (before IS NULL OR (after #>> '{}')::integer < (before #>> '{}')::integer)
    WHEN 'required-roles' THEN NOT after @> before
    -- Each change of what a statement begins with or counts takes two people.
    WHEN 'opening-position' THEN true
    WHEN 'callback-basis' THEN true
    -- A stored file keeps the accounts with which it was written.
    WHEN 'accounting' THEN false
    ELSE (after ->> 'secondFromEur')::numeric > (before ->> 'secondFromEur')::numeric
      OR (after ->> 'dueHours')::integer > (before ->> 'dueHours')::integer
      OR (before ->> 'riskScoreFrom' IS NOT NULL AND (after ->> 'riskScoreFrom' IS NULL
          OR (after ->> 'riskScoreFrom')::numeric > (before ->> 'riskScoreFrom')::numeric))
      OR NOT after -> 'twoPersonCategories' @> (before -> 'twoPersonCategories') END, true)
$$;

-- Two changes of one kind of setting wait for each other. Otherwise both could be the first limit, or the last one.
CREATE FUNCTION lock_setting(business uuid, kind text) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('setting ' || business || ' ' || kind, 0))
$$;

-- Returns true for a member with access and one of these roles. Holds the membership until the transaction ends.
CREATE FUNCTION is_member_with_access(business uuid, person uuid, roles text[]) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM membership m JOIN person p ON p.id = m.person_id
   WHERE m.business_id = business AND m.person_id = person AND m.role = ANY (roles)
     AND m.disabled_at IS NULL AND p.disabled_at IS NULL
     FOR SHARE;
  RETURN FOUND;
END
$$;

-- The last line of defence behind every approval, also against a faulty program: another, independent person with access
-- approves, and only what the proposal says of the value that it starts from.
CREATE FUNCTION guard_proposal() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  answer text[] := '{state,answered_by,answered_at,comment}';
  is_setting boolean := NEW.kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'opening-position',
    'callback-basis');
  proposers text[] := CASE NEW.kind
    WHEN 'payment' THEN '{finance,owner}'
    WHEN 'hold-lift' THEN '{compliance,owner}'
    WHEN 'review-desk' THEN '{compliance,owner}'
    WHEN 'review-rule' THEN '{compliance,owner}'
    WHEN 'reopening' THEN '{compliance,owner}'
    WHEN 'opening-position' THEN '{finance,owner}'
    WHEN 'period-close' THEN '{finance,owner}'
    WHEN 'period-reopening' THEN '{finance,owner}'
    ELSE '{owner}' END;
  approvers text[] := CASE NEW.kind
    WHEN 'payment' THEN '{finance,approver,owner}'
    WHEN 'hold-lift' THEN '{compliance,owner}'
    WHEN 'review-desk' THEN '{compliance,owner}'
    WHEN 'review-rule' THEN '{compliance,owner}'
    WHEN 'reopening' THEN '{compliance,owner}'
    WHEN 'opening-position' THEN '{finance,owner}'
    WHEN 'callback-basis' THEN '{finance,owner}'
    WHEN 'period-close' THEN '{finance,owner}'
    WHEN 'period-reopening' THEN '{finance,owner}'
    ELSE '{approver,owner}' END;
  current setting;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Expires with its case.
    IF OLD.kind = 'reopening' AND is_expiring(OLD.business_id, 'case', (OLD.after ->> 'caseId')::uuid) THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'a proposal is never deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF is_setting THEN
    PERFORM lock_setting(NEW.business_id, NEW.kind);
    SELECT * INTO current FROM setting s
     WHERE s.business_id = NEW.business_id AND s.kind = NEW.kind AND s.subject = NEW.subject;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a change begins as a proposal' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.kind = 'reopening' AND NOT EXISTS (
         SELECT FROM review_case c
          WHERE c.business_id = NEW.business_id AND c.case_id = (NEW.after ->> 'caseId')::uuid AND c.state = 'decided'
            AND c.decision_id::text = NEW.subject) THEN
      RAISE EXCEPTION 'reopening a decided case begins as a proposal' USING ERRCODE = 'check_violation';
    END IF;
    NEW.version := coalesce(current.version, 0);
    NEW.before := coalesce(current.value, default_setting(NEW.kind));
    RETURN NEW;
  END IF;
  -- An approved payment can be withdrawn until it is sent.
  IF (to_jsonb(NEW) - answer) <> (to_jsonb(OLD) - answer)
     OR OLD.state <> 'proposed' AND NOT (NEW.kind = 'payment' AND OLD.state = 'final' AND NEW.state = 'withdrawn') THEN
    RAISE EXCEPTION 'a proposed or answered change is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.state = 'final' AND NOT EXISTS (SELECT FROM payment_intent i WHERE i.business_id = NEW.business_id
                                            AND i.id = NEW.subject::uuid AND i.state = 'PROPOSED') THEN
    RAISE EXCEPTION 'the approved payment was sent' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> 'proposed' AND NEW.answered_at
       NOT BETWEEN clock_timestamp() - interval '5 minutes' AND clock_timestamp() + interval '5 minutes' THEN
    RAISE EXCEPTION 'an answer is stored when it is given' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'final' THEN
    IF NEW.version <> coalesce(current.version, 0) THEN
      RAISE EXCEPTION 'the settings have changed since the proposal' USING ERRCODE = 'check_violation';
    END IF;
    IF NOT review_independent(NEW.business_id, NEW.proposed_by, NEW.answered_by, NEW.answered_at) THEN
      RAISE EXCEPTION 'the approver is not independent: the two received access from one person less than 72 hours ago, or the approver joined by a copied link and is not verified'
        USING ERRCODE = 'check_violation';
    END IF;
    IF NOT (is_member_with_access(NEW.business_id, NEW.proposed_by, proposers)
            AND is_member_with_access(NEW.business_id, NEW.answered_by, approvers)) THEN
      RAISE EXCEPTION 'two eligible people with access agree to a change' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- A value that protects less needs a proposal that a second person approved for exactly this value and version. Every change
-- counts the version up, so that an approval works once.
CREATE FUNCTION guard_setting() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := default_setting(NEW.kind);
  after jsonb := NEW.value;
  base integer := 0;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a setting is never deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM lock_setting(NEW.business_id, NEW.kind);
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.business_id, NEW.kind, NEW.subject) IS DISTINCT FROM (OLD.business_id, OLD.kind, OLD.subject) THEN
      RAISE EXCEPTION 'a setting keeps its business and its subject' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.version := OLD.version;
    IF NEW.value IS NOT DISTINCT FROM OLD.value THEN RETURN NEW; END IF;
    before := OLD.value;
    base := OLD.version;
  END IF;
  NEW.version := base + 1;
  -- Once there is a limit, the one of a currency without its own is zero.
  IF NEW.kind = 'creation-limit' AND EXISTS (
       SELECT FROM setting s WHERE s.business_id = NEW.business_id AND s.kind = NEW.kind AND s.subject <> NEW.subject
          AND s.value IS NOT NULL) THEN
    before := coalesce(before, '0');
    after := coalesce(after, '0');
  END IF;
  IF is_weaker_setting(NEW.kind, before, after) AND NOT EXISTS (
       SELECT FROM proposal p
        WHERE p.business_id = NEW.business_id AND p.kind = NEW.kind AND p.subject = NEW.subject AND p.version = base
          AND p.after IS NOT DISTINCT FROM NEW.value AND p.state = 'final' AND p.answered_by <> p.proposed_by) THEN
    RAISE EXCEPTION 'a second person approves weaker settings first' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER proposal_guard BEFORE INSERT OR DELETE OR UPDATE ON proposal FOR EACH ROW
  EXECUTE FUNCTION guard_proposal();

CREATE TRIGGER setting_guard BEFORE INSERT OR DELETE OR UPDATE ON setting FOR EACH ROW
  EXECUTE FUNCTION guard_setting();

-- ============================================================================
-- Period close
-- ============================================================================

-- A closed period of a settlement currency: what two people signed. Facts that arrive later never change it. A period that
-- is reopened keeps its row, and its next close is another revision of the same number.
CREATE TABLE period_close (
  business_id uuid NOT NULL,
  close_id uuid NOT NULL,
  currency text NOT NULL,
  number integer NOT NULL,
  revision integer NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  time_zone text NOT NULL,
  begins_at timestamptz(6) NOT NULL,
  ends_at timestamptz(6) NOT NULL,
  closing numeric,
  counts_callbacks boolean NOT NULL,
  head text NOT NULL,
  rows_sha256 bytea NOT NULL,
  pack_sha256 bytea NOT NULL,
  closed_at timestamptz(6) NOT NULL,
  reopened_by uuid,
  reopened_at timestamptz(6),
  CONSTRAINT period_close_pkey PRIMARY KEY (business_id, close_id),
  CONSTRAINT period_close_days CHECK (first_day <= last_day AND begins_at < ends_at),
  CONSTRAINT period_close_reopened CHECK ((reopened_by IS NULL) = (reopened_at IS NULL))
);

-- The rows of a closed period: each deposit and withdrawal of it once, with its amounts, and each adjustment of an earlier one.
CREATE TABLE close_row (
  business_id uuid NOT NULL,
  close_id uuid NOT NULL,
  line text NOT NULL,
  kind text NOT NULL,
  record_id uuid NOT NULL,
  at timestamptz(6) NOT NULL,
  amount numeric,
  service_fee numeric,
  distributed_fee numeric,
  depeg_loss numeric,
  CONSTRAINT close_row_pkey PRIMARY KEY (business_id, record_id, close_id, line)
);

-- A line of a bank or wallet statement that a person recorded: money that arrived from the service.
CREATE TABLE bank_line (
  business_id uuid NOT NULL,
  line_id uuid NOT NULL DEFAULT gen_random_uuid(),
  currency text NOT NULL,
  day date NOT NULL,
  amount numeric(65,30) NOT NULL,
  reference text NOT NULL,
  content_key text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_at timestamptz(6) NOT NULL,
  removed_by uuid,
  removed_at timestamptz(6),
  removal_reason text,
  CONSTRAINT bank_line_pkey PRIMARY KEY (business_id, line_id),
  CONSTRAINT bank_line_amount CHECK (amount > 0),
  CONSTRAINT bank_line_removed CHECK ((removed_at IS NULL) = (removed_by IS NULL) AND (removed_at IS NULL) = (removal_reason IS NULL))
);

CREATE UNIQUE INDEX bank_line_content_key ON bank_line (business_id, content_key) WHERE removed_at IS NULL;
CREATE INDEX bank_line_day_idx ON bank_line (business_id, currency, day, line_id);
CREATE UNIQUE INDEX period_close_number ON period_close (business_id, currency, number, revision);
CREATE UNIQUE INDEX period_close_open ON period_close (business_id, currency, number) WHERE reopened_at IS NULL;
CREATE INDEX close_row_close_idx ON close_row (business_id, close_id, line, at, record_id);

ALTER TABLE close_row ADD CONSTRAINT close_row_business_id_close_id_fkey
  FOREIGN KEY (business_id, close_id) REFERENCES period_close(business_id, close_id) ON UPDATE NO ACTION ON DELETE NO ACTION
  DEFERRABLE INITIALLY DEFERRED;

-- A close and its reopening each need a proposal that a second person approved. The close has the ID of its proposal.
CREATE FUNCTION guard_period_close() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  reopening text[] := '{reopened_by,reopened_at}';
BEGIN
  IF TG_OP = 'DELETE' OR TG_TABLE_NAME = 'close_row' THEN
    RAISE EXCEPTION 'a closed period is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'UPDATE' AND ((to_jsonb(NEW) - reopening) <> (to_jsonb(OLD) - reopening) OR OLD.reopened_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a closed period is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT EXISTS (
       SELECT FROM proposal p
        WHERE p.business_id = NEW.business_id AND p.state = 'final' AND p.answered_by <> p.proposed_by
          AND CASE TG_OP WHEN 'INSERT' THEN p.proposal_id = NEW.close_id AND p.kind = 'period-close'
              ELSE p.proposal_id = NEW.reopened_by AND p.kind = 'period-reopening' AND p.subject = NEW.close_id::text END) THEN
    RAISE EXCEPTION 'two people close and reopen a period' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

-- A file of the journal for the books, with its bytes and the movements that it holds. A later file of the period holds only
-- what no other one holds, or replaces one.
CREATE TABLE journal_run (
  business_id uuid NOT NULL,
  run_id uuid NOT NULL DEFAULT gen_random_uuid(),
  number integer NOT NULL,
  target text NOT NULL,
  mode text NOT NULL,
  currency text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  held text NOT NULL,
  entries integer NOT NULL,
  file_name text NOT NULL,
  body bytea NOT NULL,
  sha256 bytea NOT NULL,
  manifest text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(6) NOT NULL,
  replaced_by uuid,
  CONSTRAINT journal_run_pkey PRIMARY KEY (business_id, run_id),
  CONSTRAINT journal_run_sha256 CHECK (sha256 = sha256(body))
);

CREATE UNIQUE INDEX journal_run_number ON journal_run (business_id, number);

CREATE TRIGGER period_close_guard BEFORE INSERT OR DELETE OR UPDATE ON period_close FOR EACH ROW
  EXECUTE FUNCTION guard_period_close();

CREATE TRIGGER close_row_guard BEFORE DELETE OR UPDATE ON close_row FOR EACH ROW
  EXECUTE FUNCTION guard_period_close();

-- ============================================================================
-- Factor
-- ============================================================================

-- A second factor of a person. A factor that isn't confirmed yet can't be used to sign in.
CREATE TABLE second_factor (
  factor_id uuid NOT NULL,
  person_id uuid NOT NULL,
  kind text NOT NULL,
  secret bytea,
  key_id text,
  created_at timestamptz(6) NOT NULL,
  confirmed_at timestamptz(6),
  last_step bigint,
  last_used_at timestamptz(6),
  CONSTRAINT second_factor_pkey PRIMARY KEY (factor_id),
  CONSTRAINT second_factor_kind CHECK (kind = 'totp'),
  CONSTRAINT second_factor_secret CHECK (kind <> 'totp' OR secret IS NOT NULL AND key_id IS NOT NULL)
);

-- A code that replaces the second factor, once.
CREATE TABLE recovery_code (
  person_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  created_at timestamptz(6) NOT NULL,
  used_at timestamptz(6),
  CONSTRAINT recovery_code_pkey PRIMARY KEY (person_id, code_hash),
  CONSTRAINT recovery_code_hash CHECK (length(code_hash) = 32)
);

-- A browser in which a person need not give the second factor for 30 days.
CREATE TABLE remembered_device (
  person_id uuid NOT NULL,
  device_id uuid NOT NULL,
  remembered_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT remembered_device_pkey PRIMARY KEY (person_id, device_id)
);

CREATE UNIQUE INDEX second_factor_one_totp ON second_factor (person_id, kind) WHERE kind = 'totp' AND confirmed_at IS NOT NULL;
CREATE INDEX second_factor_person_id_idx ON second_factor (person_id);

ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE remembered_device ADD CONSTRAINT remembered_device_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE second_factor ADD CONSTRAINT second_factor_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- ============================================================================
-- Passkey
-- ============================================================================

-- A passkey of a person: a key pair in a device or password manager. Only the public key is here.
CREATE TABLE passkey (
  passkey_id uuid NOT NULL DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  is_syncable boolean NOT NULL,
  is_backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz(6) NOT NULL,
  last_used_at timestamptz(6),
  CONSTRAINT passkey_pkey PRIMARY KEY (passkey_id),
  CONSTRAINT passkey_backup CHECK (is_syncable OR NOT is_backed_up),
  CONSTRAINT passkey_counter CHECK (counter >= 0 AND counter <= '4294967295'::bigint),
  CONSTRAINT passkey_credential_id CHECK (length(credential_id) >= 1 AND length(credential_id) <= 1023),
  CONSTRAINT passkey_name CHECK (length(name) >= 1 AND length(name) <= 120),
  CONSTRAINT passkey_public_key CHECK (length(public_key) >= 1 AND length(public_key) <= 4096),
  CONSTRAINT passkey_transports CHECK (transports IS NOT NULL AND cardinality(transports) <= 10)
);

-- A random value that a passkey signs. It works once, for five minutes, and is deleted when it is used.
CREATE TABLE passkey_challenge (
  challenge bytea NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  expires_at timestamptz(6) NOT NULL,
  pending_id uuid,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge),
  CONSTRAINT passkey_challenge_length CHECK (length(challenge) = 32),
  CONSTRAINT passkey_challenge_pending CHECK ((purpose = 'second-factor') = (pending_id IS NOT NULL)),
  CONSTRAINT passkey_challenge_purpose CHECK (purpose IN ('register', 'sign-in', 'second-factor', 'reauthenticate')),
  CONSTRAINT passkey_challenge_session CHECK ((purpose IN ('sign-in', 'second-factor')) = (session_id IS NULL))
);

CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_person_id_created_at_idx ON passkey (person_id, created_at);

CREATE INDEX passkey_challenge_expires_at_idx ON passkey_challenge (expires_at);
CREATE INDEX passkey_challenge_pending_id_idx ON passkey_challenge (pending_id);
CREATE INDEX passkey_challenge_session_id_idx ON passkey_challenge (session_id);

ALTER TABLE passkey_challenge ADD CONSTRAINT passkey_challenge_pending_id_fkey
  FOREIGN KEY (pending_id) REFERENCES one_time_token(token_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE passkey_challenge ADD CONSTRAINT passkey_challenge_session_id_fkey
  FOREIGN KEY (session_id) REFERENCES session(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE passkey ADD CONSTRAINT passkey_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- ============================================================================
-- Reading pause
-- ============================================================================

-- While the service as a whole fails, no process reads payments from it. No row: payments are read as usual.
CREATE TABLE reading_pause (
  name text NOT NULL,
  since timestamptz(6) NOT NULL,
  until timestamptz(6) NOT NULL,
  probing_until timestamptz(6),
  failures integer NOT NULL,
  failed_at timestamptz(6) NOT NULL,
  reason text NOT NULL,
  CONSTRAINT reading_pause_pkey PRIMARY KEY (name)
);

-- A payment whose read failed, because of the payment or of the whole service. Deleted once it can be read.
CREATE TABLE reading_doubt (
  business_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  failed_at timestamptz(6) NOT NULL,
  is_alone boolean NOT NULL DEFAULT false,
  CONSTRAINT reading_doubt_pkey PRIMARY KEY (business_id, payment_id)
);

CREATE INDEX reading_doubt_failed_at_idx ON reading_doubt (failed_at);

-- ============================================================================
-- Received
-- ============================================================================

-- Number of rows of received data of a business, by table. audit:verify compares them with the stored rows.
CREATE TABLE received_total (
  business_id uuid NOT NULL,
  source text NOT NULL,
  rows bigint NOT NULL,
  checksum numeric NOT NULL,
  CONSTRAINT received_total_pkey PRIMARY KEY (business_id, source)
);

-- Rows stored since then, written by triggers. A job adds them to the totals.
CREATE TABLE received_delta (
  id bigserial,
  business_id uuid NOT NULL,
  source text NOT NULL,
  rows bigint NOT NULL,
  checksum numeric NOT NULL,
  CONSTRAINT received_delta_pkey PRIMARY KEY (id)
);

-- A row that readiness writes to check that the database accepts writes.
CREATE UNLOGGED TABLE write_probe (
  page integer NOT NULL,
  filling text NOT NULL,
  CONSTRAINT write_probe_pkey PRIMARY KEY (page)
);
ALTER TABLE write_probe ALTER COLUMN filling SET STORAGE PLAIN;

-- The version of reading by which the stored records were made. One row. 0 is unknown.
CREATE TABLE reading_version (
  installation boolean NOT NULL DEFAULT true,
  version integer NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  CONSTRAINT reading_version_pkey PRIMARY KEY (installation),
  CONSTRAINT reading_version_only_row CHECK (installation)
);

-- Adds waiting differences to the totals and returns how many. Counts can't be changed by it, only added up.
CREATE FUNCTION add_up_received_rows(most integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

CREATE FUNCTION probe_write() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout TO '1s' AS $$
BEGIN
  TRUNCATE write_probe;
  INSERT INTO write_probe (page, filling) SELECT page, repeat('x', 7000) FROM generate_series(1, 8) AS page;
END
$$;

INSERT INTO reading_version (version, changed_at, installation) VALUES ('1', now(), 'true');

-- ============================================================================
-- Restore
-- ============================================================================

-- A restored backup. Jobs and mail are paused until an owner resumes them.
CREATE TABLE database_restore (
  restore_id uuid NOT NULL DEFAULT gen_random_uuid(),
  restored_at timestamptz(6) NOT NULL,
  data_until timestamptz(6) NOT NULL,
  resumed_at timestamptz(6),
  resumed_by uuid,
  CONSTRAINT database_restore_pkey PRIMARY KEY (restore_id)
);

-- The people of a business as the backup had them. Only owners have access until an owner confirms them.
CREATE TABLE database_restore_people (
  business_id uuid NOT NULL,
  restore_id uuid NOT NULL,
  confirmed_at timestamptz(6),
  confirmed_by uuid,
  CONSTRAINT database_restore_people_pkey PRIMARY KEY (business_id, restore_id)
);

ALTER TABLE database_restore_people ADD CONSTRAINT database_restore_people_restore_id_fkey
  FOREIGN KEY (restore_id) REFERENCES database_restore(restore_id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- ============================================================================
-- Retention
-- ============================================================================

-- A record that must not expire, until two people lift the hold. Risk detail: no query of another room joins it.
CREATE TABLE legal_hold (
  business_id uuid NOT NULL,
  hold_id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  record_id uuid NOT NULL,
  reason text NOT NULL,
  placed_by uuid NOT NULL,
  placed_at timestamptz(6) NOT NULL,
  lifted_at timestamptz(6),
  CONSTRAINT legal_hold_pkey PRIMARY KEY (business_id, hold_id),
  CONSTRAINT legal_hold_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'callback')),
  CONSTRAINT legal_hold_reason CHECK (length(reason) >= 1 AND length(reason) <= 2000)
);

-- Evidence of an expired record. The database writes it in the transaction that removes the record, and never changes
-- it.
CREATE TABLE record_expiry (
  expiry_id bigserial,
  business_id uuid NOT NULL,
  kind text NOT NULL,
  record_id uuid NOT NULL,
  expired_at timestamptz(6) NOT NULL,
  last_changed_at timestamptz(6) NOT NULL,
  years integer NOT NULL,
  deposits integer NOT NULL,
  messages integer NOT NULL,
  answers jsonb NOT NULL,
  bytes bigint NOT NULL,
  transaction bigint NOT NULL,
  number integer,
  parts jsonb,
  CONSTRAINT record_expiry_pkey PRIMARY KEY (expiry_id),
  CONSTRAINT record_expiry_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in', 'callback')),
  CONSTRAINT record_expiry_number CHECK ((kind = 'case') = (number IS NOT NULL))
);

-- The progress of the job through the records of a kind, from the oldest change. It starts again a day after its end.
CREATE TABLE retention_pass (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  started_at timestamptz(6) NOT NULL,
  finished_at timestamptz(6),
  after_at timestamptz(6),
  after_id uuid,
  expired integer NOT NULL DEFAULT 0,
  retained integer NOT NULL DEFAULT 0,
  CONSTRAINT retention_pass_pkey PRIMARY KEY (business_id, kind),
  CONSTRAINT retention_pass_kind CHECK (kind IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in', 'callback'))
);

CREATE INDEX legal_hold_business_id_placed_at_idx ON legal_hold (business_id, placed_at DESC);
CREATE UNIQUE INDEX legal_hold_one ON legal_hold (business_id, kind, record_id) WHERE lifted_at IS NULL;

CREATE INDEX record_expiry_business_id_expired_at_idx ON record_expiry (business_id, expired_at DESC);
CREATE INDEX record_expiry_business_id_kind_record_id_idx ON record_expiry (business_id, kind, record_id);
-- The numbers of removed cases, which no later case gets.
CREATE INDEX record_expiry_number ON record_expiry (business_id, number) WHERE number IS NOT NULL;

-- Returns why a case doesn't expire, or null. A hold on a record of the case protects the case as well.
CREATE FUNCTION case_retention_obstacle(business uuid, of_case uuid, cutoff timestamp with time zone) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  family uuid[] := review_case_family(business, of_case);
  changed timestamptz := last_change_of_cases(business, family);
  root review_case;
BEGIN
  IF changed IS NULL THEN RETURN 'missing'; END IF;
  SELECT c.* INTO root FROM review_case c
   WHERE c.business_id = business AND c.case_id = ANY(family) AND c.state <> 'merged';
  IF root.state IS DISTINCT FROM 'decided' THEN RETURN 'open'; END IF;
  IF changed >= cutoff THEN RETURN 'changed'; END IF;
  IF EXISTS (SELECT FROM legal_hold h WHERE h.business_id = business AND h.kind = 'case' AND h.record_id = ANY(family)
                AND h.lifted_at IS NULL)
     OR EXISTS (SELECT FROM review_case c
                  LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
                  JOIN legal_hold h ON h.business_id = c.business_id AND h.lifted_at IS NULL
                   AND h.kind = CASE c.subject_kind WHEN 'withdrawal' THEN 'withdrawal' ELSE 'payment' END
                   AND h.record_id = CASE c.subject_kind WHEN 'deposit' THEN d.payment_id ELSE c.subject_id END
                 WHERE c.business_id = business AND c.case_id = ANY(family)) THEN
    RETURN 'held';
  END IF;
  IF EXISTS (SELECT FROM review_decision d JOIN proposal p ON p.business_id = d.business_id AND p.kind = 'reopening'
                AND p.subject = d.decision_id::text AND p.state = 'proposed'
              WHERE d.business_id = business AND d.case_id = ANY(family))
     OR EXISTS (SELECT FROM review_case c JOIN review_due u ON u.business_id = c.business_id AND u.subject_id = c.subject_id
                 WHERE c.business_id = business AND c.case_id = ANY(family)) THEN
    RETURN 'open';
  END IF;
  IF EXISTS (SELECT FROM review_decision d WHERE d.business_id = business AND d.decision_id = root.decision_id AND d.kind = 'report')
     AND NOT EXISTS (SELECT FROM review_report r WHERE r.business_id = business AND r.case_id = root.case_id
                        AND r.filed_at IS NOT NULL) THEN
    RETURN 'unfiled';
  END IF;
  IF root.disagrees_at IS NOT NULL THEN RETURN 'disagreement'; END IF;
  RETURN NULL;
END
$$;

-- Removes the beginning of a chain before an entry that an anchor covers, once its retention time is over. The caller names
-- further entries that stay, and adds an entry that seals all that stays. Returns the number of removed entries and the time
-- in years, or nothing if the beginning doesn't expire. Decides by the approved time, the anchor and the holds alone.
CREATE FUNCTION expire_audit_prefix(chain uuid, anchored bigint, anchor_number bigint, kept bigint[])
RETURNS TABLE(removed integer, years integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  expiring text := CASE chain WHEN '00000000-0000-0000-0000-000000000000' THEN 'sign-in' ELSE 'audit' END;
  cutoff timestamptz;
  newest timestamptz;
  due bigint[];
  size bigint;
BEGIN
  -- A new hold waits, or is seen. One on a business's own log or on its records waits for the first lock.
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_retention ' || chain, 0));
  IF expiring = 'sign-in' THEN LOCK TABLE legal_hold IN SHARE MODE; END IF;
  PERFORM FROM setting r WHERE r.kind = 'retention' AND r.subject = expiring AND (r.business_id = chain OR expiring = 'sign-in')
    ORDER BY r.business_id FOR SHARE;
  years := retention_years(chain, expiring);
  cutoff := now() - make_interval(years => years);
  SELECT max(e.at) INTO newest FROM audit_entry e WHERE e.chain_id = chain AND e.sequence <= anchored;
  -- Two people approved the time, or a shorter one. An anchor that is older than the time covers the entry that stays last.
  IF newest IS NULL OR newest >= cutoff OR cutoff IS NULL
     OR NOT EXISTS (SELECT FROM proposal p WHERE p.kind = 'retention' AND p.subject = expiring AND p.state = 'final'
                       AND p.answered_by <> p.proposed_by AND (p.after #>> '{}')::integer <= expire_audit_prefix.years
                       AND (p.business_id = chain OR expiring = 'sign-in'))
     OR NOT EXISTS (SELECT FROM audit_anchor a JOIN audit_entry e ON e.chain_id = chain AND e.sequence = anchored
                     WHERE a.number = anchor_number AND a.at < cutoff AND a.line::jsonb #> '{anchor,heads}'
                       @> jsonb_build_array(jsonb_build_array(chain, anchored::text, encode(e.hash, 'hex'))))
     OR EXISTS (SELECT FROM legal_hold h WHERE h.kind = 'audit' AND h.lifted_at IS NULL
                   AND (h.business_id = chain OR expiring = 'sign-in')) THEN
    RETURN;
  END IF;
  SELECT array_agg(e.sequence), sum(coalesce(length(e.before::text), 0) + coalesce(length(e.after::text), 0)) INTO due, size
    FROM audit_entry e
   WHERE e.chain_id = chain AND e.sequence < anchored AND e.sequence <> ALL (kept)
     AND split_part(e.action, '.', 1) NOT IN ('audit', 'retention')
     AND (expiring = 'audit' OR e.object_type = 'person' AND e.action LIKE 'session.%')
     AND NOT EXISTS (SELECT FROM legal_hold h
                       LEFT JOIN deposit d ON e.object_type = 'deposit' AND h.kind = 'payment'
                        AND d.business_id = h.business_id AND d.payment_id = h.record_id
                      WHERE h.business_id = chain AND h.lifted_at IS NULL
                        AND (h.kind = e.object_type AND h.record_id::text = e.object_id OR d.deposit_id::text = e.object_id));
  IF due IS NULL THEN RETURN; END IF;
  INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction, parts)
    VALUES (chain, expiring, chain, now(), newest, years, 0, 0, '[]', size, 0,
            jsonb_build_object('entries', cardinality(due), 'through', anchored));
  DELETE FROM audit_entry e WHERE e.chain_id = chain AND e.sequence = ANY (due);
  removed := cardinality(due);
  RETURN NEXT;
END
$$;

-- Expires a callback without a record: adds the evidence and removes the content. Returns why it doesn't, or null. Decides
-- by the approved rule alone.
CREATE FUNCTION expire_callback(business uuid, message uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule_years integer;
  obstacle text;
BEGIN
  SELECT (r.value #>> '{}')::integer INTO rule_years FROM setting r
   WHERE r.business_id = business AND r.kind = 'retention' AND r.subject = 'callback' FOR SHARE;
  IF rule_years IS NULL THEN RETURN 'kept'; END IF;
  PERFORM FROM callback_message m WHERE m.business_id = business AND m.id = message FOR UPDATE;
  obstacle := retention_obstacle(business, 'callback', message, now() - make_interval(years => rule_years));
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction)
    SELECT business, 'callback', m.id, now(),
           greatest(m.first_received_at, (SELECT max(d.at) FROM callback_decision d WHERE d.message_id = m.id)), rule_years, 0, 1,
           '[]', length(m.body), 0
      FROM callback_message m WHERE m.id = message;
  UPDATE callback_message m
     SET body = '', expired_at = now(), expired_size = length(m.body), verdict = 'expired', reasons = '[]', accepted = '[]'
   WHERE m.id = message;
  RETURN NULL;
END
$$;

-- A hold begins on an existing record, which it locks, so that the record can't expire at the same time. A final proposal of
-- two people lifts it.
CREATE FUNCTION guard_legal_hold() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a hold is never deleted' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.lifted_at IS NOT NULL THEN
      RAISE EXCEPTION 'a hold begins unlifted' USING ERRCODE = 'check_violation';
    END IF;
    -- Audit entries about the record don't expire at the same time.
    PERFORM pg_advisory_xact_lock(hashtextextended('audit_retention ' || NEW.business_id, 0));
    IF NEW.kind = 'audit' THEN
      PERFORM FROM business WHERE id = NEW.business_id AND id = NEW.record_id FOR KEY SHARE;
    ELSIF NEW.kind = 'payment' THEN
      PERFORM FROM payment WHERE business_id = NEW.business_id AND payment_id = NEW.record_id FOR SHARE;
    ELSIF NEW.kind = 'callback' THEN
      PERFORM FROM callback_message WHERE business_id = NEW.business_id AND id = NEW.record_id FOR SHARE;
    ELSIF NEW.kind = 'withdrawal' THEN
      PERFORM FROM withdrawal WHERE business_id = NEW.business_id AND withdrawal_id = NEW.record_id FOR SHARE;
    ELSE
      PERFORM FROM review_case WHERE business_id = NEW.business_id AND case_id = NEW.record_id FOR SHARE;
    END IF;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a hold begins on an existing record' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.lifted_at IS NOT NULL OR (to_jsonb(NEW) - 'lifted_at') <> (to_jsonb(OLD) - 'lifted_at') THEN
    RAISE EXCEPTION 'a hold is never changed, only lifted' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.lifted_at IS NOT NULL AND NOT EXISTS (
       SELECT FROM proposal p WHERE p.business_id = NEW.business_id AND p.kind = 'hold-lift' AND p.subject = NEW.hold_id::text
          AND p.state = 'final' AND p.answered_by <> p.proposed_by) THEN
    RAISE EXCEPTION 'two independent people lift a hold' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

-- Evidence is added only for a record that may expire by the approved rule, and never changed. This protects the contents
-- also where the product works as the owner of the tables.
CREATE FUNCTION guard_record_expiry() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  rule_years integer;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'the evidence of expired records refuses %', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM setting r WHERE r.kind = 'retention' AND r.subject = NEW.kind
    AND (r.business_id = NEW.business_id OR NEW.kind = 'sign-in')
    ORDER BY r.business_id FOR SHARE;
  rule_years := retention_years(NEW.business_id, NEW.kind);
  IF rule_years IS NULL OR NEW.years <> rule_years
     OR retention_obstacle(NEW.business_id, NEW.kind, NEW.record_id, now() - make_interval(years => rule_years)) IS NOT NULL THEN
    RAISE EXCEPTION 'this record does not expire' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.expired_at := now();
  NEW.transaction := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END
$$;

CREATE FUNCTION last_annotation_of_record(business uuid, record_kind text, records uuid[]) RETURNS timestamp with time zone
LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT max(n.written_at) FROM record_note n
      WHERE n.business_id = business AND n.kind = record_kind AND n.record_id = ANY(records)),
    (SELECT max(l.added_at) FROM record_label l
      WHERE l.business_id = business AND l.kind = record_kind AND l.record_id = ANY(records)))
$$;

-- Returns the last change of cases with everything that belongs to them, also of unsent drafts. Views are no change.
CREATE FUNCTION last_change_of_cases(business uuid, family uuid[]) RETURNS timestamp with time zone
LANGUAGE sql STABLE AS $$
  SELECT max(at) FROM (
    SELECT greatest(changed_at, decided_at, merged_at) AS at FROM review_case WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT greatest(seen_at, ended_at) FROM review_fact WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT greatest(proposed_at, answered_at, reversed_at) FROM review_decision WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT greatest(p.proposed_at, p.answered_at)
                FROM review_decision d JOIN proposal p ON p.business_id = d.business_id AND p.kind = 'reopening'
                 AND p.subject = d.decision_id::text
               WHERE d.business_id = business AND d.case_id = ANY(family)
    UNION ALL SELECT n.at FROM review_note n WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT k.at FROM review_check k WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT f.at FROM review_file f WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT greatest(saved_at, filed_at) FROM review_report WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT saved_at FROM form_draft WHERE business_id = business AND subject = ANY(family::text[]) AND form LIKE 'case-%'
  ) AS changes
$$;

-- Returns the last change of a record with everything that belongs to it. A repeated callback or read is no change.
CREATE FUNCTION last_change_of_record(business uuid, record_kind text, record uuid) RETURNS timestamp with time zone
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

-- Returns whether time or a hold keeps a record, or null. The program checks all else before, in the same transaction. The ID
-- of a chain names the beginning of an audit log.
CREATE FUNCTION retention_obstacle(business uuid, record_kind text, record uuid, cutoff timestamp with time zone) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  changed timestamptz;
BEGIN
  IF record_kind = 'case' THEN RETURN case_retention_obstacle(business, record, cutoff); END IF;
  IF record_kind IN ('audit', 'sign-in') THEN
    RETURN (SELECT 'held' FROM legal_hold h WHERE h.kind = 'audit' AND h.lifted_at IS NULL
               AND (record_kind = 'sign-in' OR h.business_id = business) LIMIT 1);
  END IF;
  IF record_kind = 'callback' THEN
    SELECT greatest(m.first_received_at, (SELECT max(d.at) FROM callback_decision d WHERE d.message_id = m.id)) INTO changed
      FROM callback_message m WHERE m.business_id = business AND m.id = record AND m.expired_at IS NULL;
  ELSE
    changed := last_change_of_record(business, record_kind, record);
  END IF;
  RETURN CASE WHEN changed IS NULL THEN 'missing' WHEN changed >= cutoff THEN 'changed'
    WHEN EXISTS (SELECT FROM legal_hold h WHERE h.business_id = business AND h.kind = record_kind AND h.record_id = record
                    AND h.lifted_at IS NULL) THEN 'held' END;
END
$$;
-- Returns a case with all that were merged into it, or into the one that it was merged into.
CREATE FUNCTION review_case_family(business uuid, of_case uuid) RETURNS uuid[]
LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT c.case_id FROM review_case c WHERE c.business_id = business AND c.owner_id = (
                 SELECT owner_id FROM review_case WHERE business_id = business AND case_id = of_case) ORDER BY 1)
$$;

CREATE TRIGGER legal_hold_guard BEFORE INSERT OR DELETE OR UPDATE ON legal_hold FOR EACH ROW
  EXECUTE FUNCTION guard_legal_hold();

CREATE TRIGGER record_expiry_guard BEFORE INSERT OR DELETE OR UPDATE ON record_expiry FOR EACH ROW
  EXECUTE FUNCTION guard_record_expiry();

CREATE TRIGGER record_expiry_is_not_truncated BEFORE TRUNCATE ON record_expiry FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- ============================================================================
-- Review
-- ============================================================================

-- A deposit or withdrawal that was flagged, or a payment that a person selected, with the work of compliance on it. A case
-- owns its subject, and those of the cases that it absorbed: merging moves a subject to another owner, separating back.
-- Everything here is risk detail. No query of another room joins it, so that only compliance and owners learn that a
-- case exists.
CREATE TABLE review_case (
  business_id uuid NOT NULL,
  case_id uuid NOT NULL DEFAULT gen_random_uuid(),
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'open',
  opened_at timestamptz(6) NOT NULL,
  due_at timestamptz(6) NOT NULL,
  assignee_id uuid,
  snoozed_until timestamptz(6),
  decided_at timestamptz(6),
  changed_at timestamptz(6) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  disagrees_at timestamptz(6),
  merged_at timestamptz(6),
  merged_into uuid,
  owner_id uuid NOT NULL GENERATED ALWAYS AS (COALESCE(merged_into, case_id)) STORED,
  number integer NOT NULL DEFAULT 0,
  decision_id uuid,
  contradictions jsonb,
  eur numeric(65,30),
  two_people boolean NOT NULL DEFAULT false,
  risk_category text,
  risk_score text,
  risk_score_number numeric(65,30),
  risk_weight numeric(10,0) NOT NULL DEFAULT 0,
  read_at timestamptz(6),
  read_failed_at timestamptz(6),
  read_failure text,
  CONSTRAINT review_case_pkey PRIMARY KEY (business_id, case_id),
  CONSTRAINT review_case_merged CHECK ((state = 'merged') = (merged_into IS NOT NULL)
    AND (state = 'merged') = (merged_at IS NOT NULL) AND merged_into IS DISTINCT FROM case_id),
  CONSTRAINT review_case_number CHECK (number > 0),
  CONSTRAINT review_case_read_failure CHECK ((read_failed_at IS NULL) = (read_failure IS NULL)),
  CONSTRAINT review_case_state CHECK (state IN ('open', 'proposed', 'decided', 'merged')),
  CONSTRAINT review_case_subject_kind CHECK (subject_kind IN ('deposit', 'withdrawal', 'payment'))
);

-- A reason of a case, at opening or later. Each kind of reason appears once, as last reported. Earlier values are in
-- the audit log. A rule's reason keeps its first values, unless it ended in between.
CREATE TABLE review_fact (
  business_id uuid NOT NULL,
  case_id uuid NOT NULL,
  kind text NOT NULL,
  seen_at timestamptz(6) NOT NULL,
  detail jsonb,
  ended_at timestamptz(6),
  CONSTRAINT review_fact_pkey PRIMARY KEY (business_id, case_id, kind)
);

-- A proposal for a case, and who approved it. The database prevents the proposer from approving and determines when a
-- second person is needed (triggers in the migration). A declined or withdrawn one never changes, and a final one only
-- once: it no longer applies because its case was reopened.
CREATE TABLE review_decision (
  business_id uuid NOT NULL,
  decision_id uuid NOT NULL DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  service_status text,
  proposed_by uuid NOT NULL,
  proposed_at timestamptz(6) NOT NULL,
  needs_second boolean NOT NULL DEFAULT false,
  state text NOT NULL,
  answered_by uuid,
  answered_at timestamptz(6),
  answer text,
  subjects jsonb,
  finding text,
  checks jsonb,
  reversed_at timestamptz(6),
  reversed_by uuid,
  reversal_approved_by uuid,
  reversal_reason text,
  CONSTRAINT review_decision_pkey PRIMARY KEY (business_id, decision_id),
  CONSTRAINT review_decision_confirmed CHECK (state <> 'final' OR NOT needs_second OR answered_by IS NOT NULL),
  CONSTRAINT review_decision_finding CHECK (finding IN ('no-concern', 'explained', 'wrong-match', 'unproven-source', 'mixer', 'darknet', 'fraud', 'stolen-funds', 'structuring', 'sanctions', 'terrorism', 'other')),
  CONSTRAINT review_decision_kind CHECK (kind IN ('clear', 'keep-blocked', 'recommend-refund', 'report')),
  CONSTRAINT review_decision_reason CHECK (length(TRIM(BOTH FROM reason)) > 0),
  CONSTRAINT review_decision_report_confirmed CHECK (kind <> 'report' OR needs_second),
  CONSTRAINT review_decision_reversal CHECK (reversed_at IS NULL AND reversed_by IS NULL AND reversal_approved_by IS NULL
    AND reversal_reason IS NULL OR reversed_at IS NOT NULL AND state = 'final'
    AND (reversal_reason IS NULL) = (reversed_by IS NULL) AND length(TRIM(BOTH FROM reversal_reason)) > 0
    AND (reversal_approved_by IS NULL OR reversed_by IS NOT NULL AND reversal_approved_by <> reversed_by)),
  CONSTRAINT review_decision_second_person CHECK ((state NOT IN ('final', 'declined')) OR answered_by IS DISTINCT FROM proposed_by),
  CONSTRAINT review_decision_state CHECK (state IN ('proposed', 'final', 'declined', 'withdrawn'))
);

CREATE TABLE review_note (
  business_id uuid NOT NULL,
  note_id uuid NOT NULL DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL,
  person_id uuid NOT NULL,
  at timestamptz(6) NOT NULL,
  text text NOT NULL,
  CONSTRAINT review_note_pkey PRIMARY KEY (business_id, note_id),
  CONSTRAINT review_note_text CHECK (length(text) >= 1 AND length(text) <= 20000)
);

-- A completed step of the checklist.
CREATE TABLE review_check (
  business_id uuid NOT NULL,
  case_id uuid NOT NULL,
  step text NOT NULL,
  person_id uuid NOT NULL,
  at timestamptz(6) NOT NULL,
  CONSTRAINT review_check_pkey PRIMARY KEY (business_id, case_id, step)
);

-- An attached file, as received. The database checks size and hash. No file is ever shown inline.
CREATE TABLE review_file (
  business_id uuid NOT NULL,
  file_id uuid NOT NULL DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  sha256 bytea NOT NULL,
  body bytea NOT NULL,
  person_id uuid NOT NULL,
  at timestamptz(6) NOT NULL,
  CONSTRAINT review_file_pkey PRIMARY KEY (business_id, file_id),
  CONSTRAINT review_file_hash CHECK (sha256 = sha256(body)),
  CONSTRAINT review_file_size CHECK (octet_length(body) >= 1 AND octet_length(body) <= 5242880)
);

-- The suspicious-activity reports of cases, which are their register. Number 0 is a draft until a person marks it as
-- filed. The others are amendments, which the authority received as well. What is filed never changes.
CREATE TABLE review_report (
  business_id uuid NOT NULL,
  report_id uuid NOT NULL DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL,
  number integer NOT NULL DEFAULT 0,
  narrative text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  saved_by uuid NOT NULL,
  saved_at timestamptz(6) NOT NULL,
  authority text,
  reference text,
  reason text,
  filed_by uuid,
  filed_at timestamptz(6),
  filed_on date,
  CONSTRAINT review_report_pkey PRIMARY KEY (business_id, report_id),
  CONSTRAINT review_report_amendment CHECK (number = 0 OR number > 0 AND filed_at IS NOT NULL AND filed_on IS NOT NULL
    AND reason IS NOT NULL AND length(TRIM(BOTH FROM narrative)) > 0 AND length(TRIM(BOTH FROM reason)) > 0),
  CONSTRAINT review_report_filed CHECK (filed_at IS NULL AND filed_by IS NULL AND reference IS NULL OR filed_at IS NOT NULL
    AND filed_by IS NOT NULL AND length(TRIM(BOTH FROM reference)) > 0),
  CONSTRAINT review_report_filed_on CHECK (filed_on IS NULL OR filed_at IS NOT NULL)
);

-- The owner's order of risk categories, most serious first.
CREATE TABLE review_category (
  business_id uuid NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  CONSTRAINT review_category_pkey PRIMARY KEY (business_id, "position"),
  CONSTRAINT review_category_name CHECK (length(TRIM(BOTH FROM name)) >= 1 AND length(TRIM(BOTH FROM name)) <= 200
    AND "position" >= 1 AND "position" <= 200)
);

-- A version of a template for the reason of a decision. The newest version of each template counts. Never changed.
CREATE TABLE review_reason_template (
  business_id uuid NOT NULL,
  template_id uuid NOT NULL,
  version integer NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  removed boolean NOT NULL DEFAULT false,
  changed_by uuid NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  CONSTRAINT review_reason_template_pkey PRIMARY KEY (business_id, template_id, version),
  CONSTRAINT review_reason_template_kind CHECK (kind IN ('clear', 'keep-blocked', 'recommend-refund', 'report')),
  CONSTRAINT review_reason_template_name CHECK (length(TRIM(BOTH FROM name)) >= 1 AND length(TRIM(BOTH FROM name)) <= 80),
  CONSTRAINT review_reason_template_text CHECK (length(TRIM(BOTH FROM text)) >= 1 AND length(TRIM(BOTH FROM text)) <= 5000),
  CONSTRAINT review_reason_template_version CHECK (version >= 1)
);

-- A change that may open a case. Triggers write it in the transaction of the change, so that none is missed.
CREATE TABLE review_due (
  id bigserial,
  business_id uuid NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  marked_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended text,
  was jsonb,
  CONSTRAINT review_due_pkey PRIMARY KEY (id)
);

CREATE INDEX review_case_business_id_assignee_id_due_at_idx ON review_case (business_id, assignee_id, due_at);
CREATE INDEX review_case_business_id_owner_id_idx ON review_case (business_id, owner_id);
CREATE UNIQUE INDEX review_case_business_id_number_key ON review_case (business_id, number);
CREATE INDEX review_case_business_id_state_due_at_case_id_idx ON review_case (business_id, state, due_at, case_id);
CREATE UNIQUE INDEX review_case_business_id_subject_kind_subject_id_key ON review_case (business_id, subject_kind, subject_id);
-- The closed cases from the oldest change on, for their retention time.
CREATE INDEX review_case_closed ON review_case (business_id, changed_at, case_id) WHERE state = 'decided';
CREATE INDEX review_case_next ON review_case (business_id, risk_weight DESC, due_at, case_id) WHERE state = 'open'
  AND assignee_id IS NULL;
CREATE INDEX review_case_contradicted ON review_case (business_id, disagrees_at) WHERE state = 'decided'
  AND disagrees_at IS NOT NULL;
CREATE INDEX review_case_waiting_by_eur ON review_case (business_id, eur, case_id) WHERE state IN ('open', 'proposed');
-- The order of the queue: category, score, EUR amount and due time (lib/reviews/queue/urgency-sql.ts).
CREATE INDEX review_case_waiting_by_urgency ON review_case (business_id, ((((risk_weight * 1e22::numeric + floor((least(greatest(coalesce(risk_score_number, -1), -1), 1e12::numeric) + 1) * 1e9::numeric)) * 1e18::numeric
  + floor((least(greatest(coalesce(eur, -1), -1), 1e15::numeric) + 1) * 1e2::numeric)) * 1e14::numeric + 1e14::numeric - floor(extract(epoch from (due_at - timestamptz 'epoch')) * 1000)) * 1e-30::numeric), case_id)
  WHERE state IN ('open', 'proposed');
-- The waiting cases by due time, with the snooze, so that views are counted by the index alone.
CREATE INDEX review_case_waiting_in_order ON review_case (business_id, due_at, case_id, snoozed_until)
  WHERE state IN ('open', 'proposed');

CREATE INDEX review_fact_by_rule ON review_fact (business_id, kind, seen_at) WHERE kind ~~ 'rule:%';

CREATE INDEX review_decision_business_id_case_id_proposed_at_idx ON review_decision (business_id, case_id, proposed_at);
CREATE INDEX review_decision_business_id_proposed_at_idx ON review_decision (business_id, proposed_at);
-- The figures of the desk count decisions by the moment at which they took effect.
CREATE INDEX review_decision_by_end ON review_decision (business_id, COALESCE(answered_at, proposed_at)) WHERE state = 'final';
CREATE UNIQUE INDEX review_decision_one_proposal ON review_decision (business_id, case_id) WHERE state = 'proposed';

CREATE INDEX review_note_business_id_case_id_at_idx ON review_note (business_id, case_id, at);

CREATE UNIQUE INDEX review_file_business_id_case_id_sha256_key ON review_file (business_id, case_id, sha256);

CREATE UNIQUE INDEX review_report_business_id_case_id_number_key ON review_report (business_id, case_id, number);
-- The register, newest first.
CREATE INDEX review_report_by_time ON review_report (business_id, COALESCE(filed_at, saved_at), report_id);
-- The search for a case finds a filing reference by its beginning, in any letters.
CREATE INDEX review_report_by_reference ON review_report (business_id, lower(reference) text_pattern_ops)
  WHERE reference IS NOT NULL;

-- All marks of a subject are taken together.
CREATE INDEX review_due_business_id_subject_id_idx ON review_due (business_id, subject_id);


ALTER TABLE review_case ADD CONSTRAINT review_case_business_id_owner_id_fkey
  FOREIGN KEY (business_id, owner_id) REFERENCES review_case(business_id, case_id) ON UPDATE NO ACTION ON DELETE NO ACTION;
ALTER TABLE review_check ADD CONSTRAINT review_check_business_id_case_id_fkey
  FOREIGN KEY (business_id, case_id) REFERENCES review_case(business_id, case_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE review_decision ADD CONSTRAINT review_decision_business_id_case_id_fkey
  FOREIGN KEY (business_id, case_id) REFERENCES review_case(business_id, case_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE review_fact ADD CONSTRAINT review_fact_business_id_case_id_fkey
  FOREIGN KEY (business_id, case_id) REFERENCES review_case(business_id, case_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE review_file ADD CONSTRAINT review_file_business_id_case_id_fkey
  FOREIGN KEY (business_id, case_id) REFERENCES review_case(business_id, case_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE review_note ADD CONSTRAINT review_note_business_id_case_id_fkey
  FOREIGN KEY (business_id, case_id) REFERENCES review_case(business_id, case_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE review_report ADD CONSTRAINT review_report_business_id_case_id_fkey
  FOREIGN KEY (business_id, case_id) REFERENCES review_case(business_id, case_id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- Drafts close when the case stops offering their form, and open again with it.
CREATE FUNCTION close_form_drafts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE form_draft SET closed_at = CASE WHEN form = ANY(case_forms(NEW.state)) THEN NULL ELSE NEW.changed_at END
   WHERE business_id = NEW.business_id AND subject = NEW.case_id::text AND form LIKE 'case-%'
     AND (closed_at IS NULL) <> (form = ANY(case_forms(NEW.state)));
  RETURN NULL;
END
$$;

-- A case is decided by a decision that stands and that it was not decided by before: opening it again uses a decision
-- up. Which one that is, is written here, whoever writes the row.
CREATE FUNCTION guard_review_case() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  last_at timestamptz;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state = 'decided' THEN
      RAISE EXCEPTION 'a case is decided by a decision' USING ERRCODE = 'check_violation';
    END IF;
    NEW.decision_id := NULL;
    RETURN NEW;
  END IF;
  NEW.decision_id := OLD.decision_id;
  IF NEW.state <> 'decided' OR OLD.state = 'decided' THEN
    RETURN NEW;
  END IF;
  SELECT proposed_at INTO last_at FROM review_decision
   WHERE business_id = OLD.business_id AND decision_id = OLD.decision_id;
  SELECT decision_id INTO NEW.decision_id FROM review_decision
   WHERE business_id = NEW.business_id AND case_id = NEW.case_id AND state = 'final'
     AND decision_id IS DISTINCT FROM OLD.decision_id AND proposed_at >= coalesce(last_at, '-infinity')
   ORDER BY proposed_at DESC, decision_id LIMIT 1;
  IF NEW.decision_id IS NULL OR OLD.state = 'merged' THEN
    RAISE EXCEPTION 'a case is decided by a decision' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

-- A decision begins as a proposal, is answered once and reversed once, and nothing else of it ever changes. The second
-- person is eligible at that moment and independent. Whoever stores a decision may ask for a second person; the database
-- only ever adds one, by the settings, the amounts, the risk and the past of the case. A decision that one person could
-- make when it was proposed is judged again when it becomes final.
CREATE FUNCTION guard_review_decision() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  changed text[] := CASE WHEN OLD.state = 'proposed' THEN '{state,answered_by,answered_at,answer}'
    WHEN OLD.state = 'final' AND OLD.reversed_at IS NULL THEN '{reversed_at,reversed_by,reversal_approved_by,reversal_reason}'
    ELSE '{}' END;
  becomes_final boolean := OLD.state = 'proposed' AND NEW.state = 'final';
  eur numeric;
  parts jsonb;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
  END IF;
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND (changed = '{}' OR to_jsonb(NEW) - changed <> to_jsonb(OLD) - changed) THEN
    RAISE EXCEPTION 'a decision is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'INSERT' AND (NEW.state NOT IN ('proposed', 'final') OR NEW.answered_by IS NOT NULL) THEN
    RAISE EXCEPTION 'a decision begins as a proposal' USING ERRCODE = 'check_violation';
  END IF;
  IF becomes_final AND NEW.answered_by IS NOT NULL THEN
    IF NOT is_member_with_access(NEW.business_id, NEW.answered_by, ARRAY['compliance', 'owner']) THEN
      RAISE EXCEPTION 'an eligible person approves a decision' USING ERRCODE = 'check_violation';
    END IF;
    IF NOT review_independent(NEW.business_id, NEW.proposed_by, NEW.answered_by, NEW.answered_at) THEN
      RAISE EXCEPTION 'the approver is not independent: the two received access from one person less than 72 hours ago, or the approver joined by a copied link and is not verified'
        USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF TG_OP = 'INSERT' OR becomes_final THEN
    SELECT CASE WHEN bool_and(review_deposit_eur(d) IS NOT NULL) THEN sum(review_deposit_eur(d)) END,
           jsonb_agg(jsonb_build_object('case', c.number, 'kind', c.subject_kind, 'id', c.subject_id,
             'status', coalesce(d.status, w.status, p.status), 'refundStatus', d.refund_status,
             'eur', trim_scale(review_deposit_eur(d))::text, 'eurSource', review_deposit_eur_source(d))
             ORDER BY c.case_id <> NEW.case_id, c.number)
      INTO eur, parts
      FROM review_case c
      LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
      LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
        AND w.business_id = c.business_id AND w.withdrawal_id = c.subject_id
      LEFT JOIN payment p ON c.subject_kind = 'payment' AND p.business_id = c.business_id AND p.payment_id = c.subject_id
     WHERE c.business_id = NEW.business_id AND c.owner_id = NEW.case_id;
    IF TG_OP = 'INSERT' THEN NEW.subjects := parts; END IF;
    NEW.needs_second := NEW.needs_second OR NEW.kind = 'report' OR eur IS NULL
      OR eur >= (setting_value(NEW.business_id, 'review-desk') ->> 'secondFromEur')::numeric
      OR review_takes_two(NEW.business_id, NEW.case_id)
      OR review_takes_two_by_risk(NEW.business_id, NEW.case_id, NEW.finding);
  END IF;
  RETURN NEW;
END
$$;

-- Beside what was refused before: what is decided never stands over something that nobody decided, or that was decided
-- differently. What joined a case earlier is as decided as that one.
CREATE FUNCTION guard_review_merge() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  stays review_case;
  joins review_case;
BEGIN
  SELECT * INTO stays FROM review_case
   WHERE business_id = NEW.business_id AND case_id = NEW.merged_into AND state <> 'merged' FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a case joins one that stands by itself' USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM review_case WHERE business_id = NEW.business_id AND owner_id = NEW.case_id
                AND case_id <> NEW.case_id) THEN
    RAISE EXCEPTION 'what joined a case goes with it first' USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM review_decision WHERE business_id = NEW.business_id
                AND case_id IN (NEW.case_id, NEW.merged_into) AND state = 'proposed') THEN
    RAISE EXCEPTION 'a case with a proposal joins nothing' USING ERRCODE = 'check_violation';
  END IF;
  IF stays.state = 'decided' AND (TG_OP = 'INSERT' OR NEW.merged_into IS DISTINCT FROM OLD.merged_into) THEN
    IF TG_OP = 'UPDATE' THEN
      SELECT * INTO joins FROM review_case
       WHERE business_id = OLD.business_id AND case_id = OLD.owner_id;
    END IF;
    IF joins.state IS DISTINCT FROM 'decided' THEN
      RAISE EXCEPTION 'what nobody decided joins nothing that is decided' USING ERRCODE = 'check_violation';
    END IF;
    IF (SELECT count(DISTINCT kind) FROM review_decision WHERE business_id = NEW.business_id
           AND decision_id IN (stays.decision_id, joins.decision_id)) <> 1 THEN
      RAISE EXCEPTION 'cases that were decided differently join nothing of each other' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- What two people decided stays decided until a second person approves its reopening, or a fact is added to a cleared
-- case after the decision. Joining an undecided case or leaving a decided one would overturn it too.
CREATE FUNCTION guard_review_overturn() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  was_decided boolean;
  standing review_decision;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.two_people := false;
    RETURN NEW;
  END IF;
  NEW.two_people := NEW.two_people OR OLD.two_people;
  IF NEW.state = 'decided' AND OLD.state <> 'decided' THEN
    NEW.two_people := NEW.two_people OR (
      SELECT needs_second FROM review_decision
       WHERE business_id = NEW.business_id AND decision_id = NEW.decision_id);
    RETURN NEW;
  END IF;
  IF OLD.state = 'merged' THEN
    IF NEW.state = 'merged' AND NEW.merged_into IS NOT DISTINCT FROM OLD.merged_into THEN
      RETURN NEW;
    END IF;
    SELECT state = 'decided' INTO was_decided FROM review_case
     WHERE business_id = OLD.business_id AND case_id = OLD.merged_into;
  ELSE
    was_decided := OLD.state = 'decided';
  END IF;
  IF NOT was_decided OR NEW.state = 'decided'
     OR NOT review_takes_two(OLD.business_id, OLD.owner_id) THEN
    RETURN NEW;
  END IF;
  IF NEW.state = 'merged' THEN
    -- guard_review_merge holds the case that stays and refuses a different decision.
    IF EXISTS (SELECT FROM review_case
                WHERE business_id = NEW.business_id AND case_id = NEW.merged_into AND state = 'decided') THEN
      RETURN NEW;
    END IF;
  ELSIF NEW.state = 'open' AND OLD.state = 'decided' THEN
    IF EXISTS (SELECT FROM proposal p
                WHERE p.business_id = OLD.business_id AND p.kind = 'reopening' AND p.subject = OLD.decision_id::text
                  AND p.state = 'final' AND p.answered_by <> p.proposed_by) THEN
      RETURN NEW;
    END IF;
    SELECT * INTO standing FROM review_decision
     WHERE business_id = OLD.business_id AND decision_id = OLD.decision_id;
    IF standing.kind = 'clear' AND EXISTS (
         SELECT FROM review_fact f
           JOIN review_case c ON c.business_id = f.business_id AND c.case_id = f.case_id
          WHERE c.business_id = OLD.business_id AND c.owner_id = OLD.case_id
            AND f.seen_at >= greatest(standing.proposed_at, standing.answered_at, c.merged_at)) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a second person approves overturning what two people decided' USING ERRCODE = 'check_violation';
END
$$;

-- Each change is a new version. Stored versions are never changed.
CREATE FUNCTION guard_review_reason_template() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of a reason template is never changed' USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Only a report that two people decided on is filed, and what was filed stays as it was.
CREATE FUNCTION guard_review_report() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
  END IF;
  IF TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND OLD.filed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a filed report is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.filed_at IS NOT NULL AND NOT EXISTS (
       SELECT FROM review_decision d WHERE d.business_id = NEW.business_id AND d.case_id = NEW.case_id
         AND d.kind = 'report' AND d.state = 'final') THEN
    RAISE EXCEPTION 'only what two people decided to report is filed' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.number > 0 THEN
    PERFORM FROM review_report WHERE business_id = NEW.business_id AND case_id = NEW.case_id AND number = 0
        AND filed_at IS NOT NULL FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'only a filed report is amended' USING ERRCODE = 'check_violation'; END IF;
  END IF;
  RETURN NEW;
END
$$;

CREATE FUNCTION mark_review_decided() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT business_id, subject_kind, subject_id FROM review_case
     WHERE business_id = NEW.business_id AND owner_id = NEW.case_id;
  RETURN NULL;
END
$$;

-- Whatever was part of the case when two people decided needs two people later, also by itself.
CREATE FUNCTION mark_two_people() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE review_case SET two_people = true
   WHERE business_id = NEW.business_id AND owner_id = NEW.case_id AND NOT two_people;
  RETURN NULL;
END
$$;

-- No later case gets the number of a removed one.
CREATE FUNCTION number_review_case() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever opens cases of one business waits for the other: no number is given twice.
  PERFORM pg_advisory_xact_lock(hashtextextended('review_case ' || NEW.business_id, 0));
  SELECT greatest((SELECT max(c.number) FROM review_case c WHERE c.business_id = NEW.business_id),
                  (SELECT max(e.number) FROM record_expiry e WHERE e.business_id = NEW.business_id AND e.number IS NOT NULL),
                  0) + 1 INTO NEW.number;
  RETURN NEW;
END
$$;

-- The parts of a case are removed only while it expires.
CREATE FUNCTION refuse_change_of_review() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('review_case', 'review_note', 'review_file') THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the review desk refuses % of %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

-- The risk categories of a case and of the cases merged into it: those of the assessments, and those that opened the case
-- or matched a rule, also if the service reports others by now.
CREATE FUNCTION review_case_categories(business uuid, of_case uuid) RETURNS SETOF text
LANGUAGE sql STABLE AS $$
  WITH part AS (
    SELECT case_id, subject_kind, subject_id FROM review_case
     WHERE business_id = business AND owner_id = of_case)
  SELECT review_risk_categories(r.assessment) FROM part
    JOIN deposit_risk r ON part.subject_kind = 'deposit' AND r.business_id = business AND r.deposit_id = part.subject_id
  UNION
  SELECT w.owner_category FROM part
    JOIN withdrawal_risk w ON part.subject_kind = 'withdrawal' AND w.business_id = business AND w.withdrawal_id = part.subject_id
   WHERE w.owner_category IS NOT NULL
  UNION
  SELECT category #>> '{}' FROM part
    JOIN review_fact f ON f.business_id = business AND f.case_id = part.case_id
    CROSS JOIN LATERAL (SELECT jsonb_path_query(f.detail, '$.categories[*]') AS category
                        UNION ALL SELECT jsonb_path_query(f.detail, '$.rule.found.categories[*]')) AS named
$$;

-- Sanctions and terrorism come first. A category that the owner has not listed counts as more serious than listed ones.
CREATE FUNCTION review_category_weight(business uuid, category text) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN category ~* '(sanction|terror)' THEN 1000
    ELSE coalesce((SELECT 900 - min(position) FROM review_category
                    WHERE business_id = business AND lower(trim(name)) = lower(trim(category))), 900) END
$$;

-- The largest of these values; null if none is reported.
CREATE FUNCTION review_deposit_eur(d deposit) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT max(eur) FROM review_deposit_values(d)
$$;

CREATE FUNCTION review_deposit_eur_source(d deposit) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT source FROM review_deposit_values(d) ORDER BY eur DESC, source = 'credited' DESC, source LIMIT 1
$$;

-- The EUR values that the service reported for a deposit, with their sources: the credited amount of the deposit, the
-- actual amount of its payment if this is its only deposit, and the expected amount of its payment if no more than that
-- arrived in the expected coin. An amount of zero says nothing about the size of what is held back.
CREATE FUNCTION review_deposit_values(d deposit) RETURNS TABLE(eur numeric, source text)
LANGUAGE sql STABLE AS $$
  SELECT (d).uniform_payable_amount, 'credited' WHERE (d).uniform_payable_amount > 0
  UNION ALL
  SELECT p.actual_uniform_amount, 'actual' FROM payment p
   WHERE p.business_id = (d).business_id AND p.payment_id = (d).payment_id
     AND p.actual_uniform_amount > 0 AND p.deposit_count = 1
  UNION ALL
  SELECT p.expected_uniform_amount, 'expected' FROM payment p
   WHERE p.business_id = (d).business_id AND p.payment_id = (d).payment_id
     AND p.expected_uniform_amount > 0 AND p.deposit_currency = (d).deposit_currency
     AND (d).deposit_amount <= p.expected_deposit_amount
$$;

-- The categories of the risk entities of an assessment. An entity without a category has an empty one.
CREATE FUNCTION review_risk_categories(assessment jsonb) RETURNS SETOF text
LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT coalesce(entity ->> 'category', '') FROM (
    SELECT jsonb_path_query(assessment, '$.sourceRiskEntities[*]') AS entity
    UNION ALL SELECT jsonb_path_query(assessment, '$.destinationRiskEntities[*]')
    UNION ALL SELECT jsonb_path_query(assessment, '$.addressOwner')) AS entities
   WHERE jsonb_typeof(entity) = 'object'
$$;

-- Returns true where two people decided on any part of the case before.
CREATE FUNCTION review_takes_two(business uuid, of_case uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM review_case
                  WHERE business_id = business AND owner_id = of_case AND two_people)
$$;

-- The last line of defence for decisions that take two people at any amount. lib/reviews/decisions/model-second-person.ts
-- has the rule.
CREATE FUNCTION review_takes_two_by_risk(business uuid, of_case uuid, finding text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(finding IN ('sanctions', 'terrorism'), false) OR EXISTS (
    SELECT FROM review_case_categories(business, of_case) AS category,
      jsonb_array_elements_text(setting_value(business, 'review-desk') -> 'twoPersonCategories') AS term
     WHERE strpos(translate(lower(category), ' _-', ''), translate(lower(term), ' _-', '')) > 0)
$$;

CREATE TRIGGER review_case_closes_drafts AFTER UPDATE OF state ON review_case FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION close_form_drafts();

CREATE TRIGGER review_case_is_decided BEFORE INSERT OR UPDATE ON review_case FOR EACH ROW
  EXECUTE FUNCTION guard_review_case();

CREATE TRIGGER review_case_is_numbered BEFORE INSERT ON review_case FOR EACH ROW
  EXECUTE FUNCTION number_review_case();

CREATE TRIGGER review_case_is_watched AFTER UPDATE OF state ON review_case FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION mark_review_decided();

CREATE TRIGGER review_case_joins BEFORE INSERT OR UPDATE OF state, merged_into ON review_case FOR EACH ROW
  WHEN (new.state = 'merged')
  EXECUTE FUNCTION guard_review_merge();

CREATE TRIGGER review_case_marks_two AFTER UPDATE OF state ON review_case FOR EACH ROW WHEN (new.state = 'decided'
  AND old.state IS DISTINCT FROM new.state AND new.two_people)
  EXECUTE FUNCTION mark_two_people();

CREATE TRIGGER review_case_overturned BEFORE INSERT OR UPDATE ON review_case FOR EACH ROW
  EXECUTE FUNCTION guard_review_overturn();

CREATE TRIGGER review_case_stays BEFORE DELETE ON review_case FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_review();

CREATE TRIGGER review_decision_guard BEFORE INSERT OR DELETE OR UPDATE ON review_decision FOR EACH ROW
  EXECUTE FUNCTION guard_review_decision();

CREATE TRIGGER review_note_stays BEFORE DELETE OR UPDATE ON review_note FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_review();

CREATE TRIGGER review_file_stays BEFORE DELETE OR UPDATE ON review_file FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_review();

CREATE TRIGGER review_report_stays BEFORE INSERT OR DELETE OR UPDATE ON review_report FOR EACH ROW
  EXECUTE FUNCTION guard_review_report();

CREATE TRIGGER review_reason_template_stays BEFORE DELETE OR UPDATE ON review_reason_template FOR EACH ROW
  EXECUTE FUNCTION guard_review_reason_template();

-- ============================================================================
-- Review control
-- ============================================================================

-- When a person last had a case open. Rows are deleted after an hour.
CREATE TABLE review_presence (
  business_id uuid NOT NULL,
  case_id uuid NOT NULL,
  person_id uuid NOT NULL,
  seen_at timestamptz(6) NOT NULL,
  CONSTRAINT review_presence_pkey PRIMARY KEY (business_id, case_id, person_id)
);

CREATE INDEX review_presence_business_id_seen_at_idx ON review_presence (business_id, seen_at);

-- ============================================================================
-- Rollup
-- ============================================================================

-- Totals of a business by day in business.totals_time_zone, made only from payments, deposits and withdrawals. They can be
-- rebuilt at any time, and `npm run replay -- --verify` compares the two. `key` is the coin, the settlement currency or the
-- status, and empty if none is reported. Sums have more digits than their parts, so they have no limit.
CREATE TABLE day_total (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  key text NOT NULL,
  count bigint NOT NULL,
  deposited numeric NOT NULL,
  deposited_known bigint NOT NULL,
  reported numeric NOT NULL,
  reported_known bigint NOT NULL,
  credited numeric NOT NULL,
  credited_known bigint NOT NULL,
  reported_credit numeric NOT NULL,
  reported_credit_known bigint NOT NULL,
  fee numeric NOT NULL,
  fee_known bigint NOT NULL,
  distributed_fee numeric NOT NULL,
  distributed_fee_known bigint NOT NULL,
  depeg_loss numeric NOT NULL,
  depeg_loss_known bigint NOT NULL,
  eur numeric NOT NULL,
  eur_known bigint NOT NULL,
  deducted numeric NOT NULL,
  deducted_known bigint NOT NULL,
  CONSTRAINT day_total_pkey PRIMARY KEY (business_id, kind, day, key),
  CONSTRAINT day_total_kind CHECK (kind IN ('deposit-coin', 'deposit-settlement', 'withdrawal', 'payment-status'))
);

-- Times on whose days totals changed. Writers of records only add rows, so that none waits for another. A job recomputes the
-- days and removes the rows that it saw. They have no day, because the time zone may change before that.
CREATE TABLE dirty_day (
  id bigserial,
  business_id uuid NOT NULL,
  at timestamptz(6) NOT NULL,
  CONSTRAINT dirty_day_pkey PRIMARY KEY (id)
);

CREATE INDEX dirty_day_business_id_at_idx ON dirty_day (business_id, at);

-- ============================================================================
-- Rule
-- ============================================================================

-- A rule of the merchant's own that opens review cases. It is risk detail like the cases: no query of another room
-- joins it. Its versions have its conditions, and review_rule_force has the times when it is active.
CREATE TABLE review_rule (
  business_id uuid NOT NULL,
  rule_id uuid NOT NULL DEFAULT gen_random_uuid(),
  state text NOT NULL DEFAULT 'draft',
  version integer NOT NULL DEFAULT 1,
  created_by uuid NOT NULL,
  created_at timestamptz(6) NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  CONSTRAINT review_rule_pkey PRIMARY KEY (business_id, rule_id),
  CONSTRAINT review_rule_state CHECK (state IN ('draft', 'active', 'paused', 'retired'))
);

-- A version of a rule. It never changes: changing a rule adds the next version.
CREATE TABLE review_rule_text (
  business_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  subject_kind text NOT NULL,
  spec jsonb NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamptz(6) NOT NULL,
  actions jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT review_rule_text_pkey PRIMARY KEY (business_id, rule_id, number),
  CONSTRAINT review_rule_text_actions CHECK (jsonb_typeof(actions) = 'object' AND octet_length(actions::text) <= 1000),
  CONSTRAINT review_rule_text_name CHECK (length(TRIM(BOTH FROM name)) >= 1 AND length(TRIM(BOTH FROM name)) <= 200),
  CONSTRAINT review_rule_text_number CHECK (number >= 1),
  CONSTRAINT review_rule_text_spec CHECK (jsonb_typeof(spec) = 'object' AND octet_length(spec::text) <= 4000),
  CONSTRAINT review_rule_text_subject_kind CHECK (subject_kind IN ('deposit', 'withdrawal'))
);

-- The time range in which a version was active. Only a change that a second person approved starts or ends it.
CREATE TABLE review_rule_force (
  business_id uuid NOT NULL,
  change_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  number integer NOT NULL,
  subject_kind text NOT NULL,
  begins_at timestamptz(6) NOT NULL,
  ended_at timestamptz(6),
  ended_by uuid,
  CONSTRAINT review_rule_force_pkey PRIMARY KEY (business_id, change_id),
  CONSTRAINT review_rule_force_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);

-- A scan of past records by a version, in bounded batches: a backtest, or the application after approval.
CREATE TABLE review_rule_run (
  business_id uuid NOT NULL,
  run_id uuid NOT NULL DEFAULT gen_random_uuid(),
  rule_id uuid NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  from_at timestamptz(6) NOT NULL,
  until_at timestamptz(6) NOT NULL,
  started_by uuid NOT NULL,
  started_at timestamptz(6) NOT NULL,
  cursor_at timestamptz(6),
  cursor_id uuid,
  looked integer NOT NULL DEFAULT 0,
  hits integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'running',
  ended_at timestamptz(6),
  CONSTRAINT review_rule_run_pkey PRIMARY KEY (business_id, run_id),
  CONSTRAINT review_rule_run_kind CHECK (kind IN ('try', 'apply')),
  CONSTRAINT review_rule_run_state CHECK (state IN ('running', 'done', 'full', 'stopped'))
);

-- A record for which a backtested version would have opened a case.
CREATE TABLE review_rule_hit (
  business_id uuid NOT NULL,
  run_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  at timestamptz(6) NOT NULL,
  CONSTRAINT review_rule_hit_pkey PRIMARY KEY (business_id, run_id, subject_id)
);

CREATE INDEX review_rule_force_business_id_ended_at_idx ON review_rule_force (business_id, ended_at);
CREATE UNIQUE INDEX review_rule_force_one ON review_rule_force (business_id, rule_id) WHERE ended_at IS NULL;

CREATE INDEX review_rule_run_business_id_rule_id_started_at_idx ON review_rule_run (business_id, rule_id, started_at DESC);
CREATE INDEX review_rule_run_running ON review_rule_run (started_at) WHERE state = 'running';

CREATE INDEX review_rule_hit_business_id_run_id_at_subject_id_idx ON review_rule_hit (business_id, run_id, at DESC, subject_id);

ALTER TABLE review_rule_force ADD CONSTRAINT review_rule_force_business_id_rule_id_number_fkey
  FOREIGN KEY (business_id, rule_id, number) REFERENCES review_rule_text(business_id, rule_id, number) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE review_rule_hit ADD CONSTRAINT review_rule_hit_business_id_run_id_fkey
  FOREIGN KEY (business_id, run_id) REFERENCES review_rule_run(business_id, run_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review_rule_run ADD CONSTRAINT review_rule_run_business_id_rule_id_number_fkey
  FOREIGN KEY (business_id, rule_id, number) REFERENCES review_rule_text(business_id, rule_id, number) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE review_rule_text ADD CONSTRAINT review_rule_text_business_id_rule_id_fkey
  FOREIGN KEY (business_id, rule_id) REFERENCES review_rule(business_id, rule_id) ON UPDATE CASCADE ON DELETE RESTRICT;

CREATE FUNCTION guard_review_rule() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.state = 'active') <> EXISTS (
       SELECT FROM review_rule_force f
        WHERE f.business_id = NEW.business_id AND f.rule_id = NEW.rule_id AND f.ended_at IS NULL) THEN
    RAISE EXCEPTION 'a rule is active while it is in force, and only then' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

-- A rule is active from the answer of a second person on, for past records only as far as was proposed, and until another
-- such answer.
CREATE FUNCTION guard_review_rule_force() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.ended_at IS NOT NULL OR NOT EXISTS (
         SELECT FROM proposal p
           JOIN review_rule_text t ON t.business_id = p.business_id AND t.rule_id = NEW.rule_id AND t.number = NEW.number
          WHERE p.business_id = NEW.business_id AND p.proposal_id = NEW.change_id AND p.kind = 'review-rule'
            AND p.subject = NEW.rule_id::text AND (p.after ->> 'number')::integer = NEW.number
            AND p.after ->> 'kind' IN ('activate', 'resume') AND p.state = 'final' AND t.subject_kind = NEW.subject_kind
            AND NEW.begins_at >= p.answered_at - make_interval(days => CASE p.after ->> 'kind'
                  WHEN 'activate' THEN least((p.after ->> 'pastDays')::integer, 365) ELSE 0 END)) THEN
      RAISE EXCEPTION 'a rule is begun by a change that a second person approved' USING ERRCODE = 'check_violation';
    END IF;
  ELSIF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR (NEW.business_id, NEW.change_id, NEW.rule_id, NEW.number, NEW.subject_kind, NEW.begins_at)
        IS DISTINCT FROM (OLD.business_id, OLD.change_id, OLD.rule_id, OLD.number, OLD.subject_kind, OLD.begins_at)
     OR NOT EXISTS (
         SELECT FROM proposal p
          WHERE p.business_id = NEW.business_id AND p.proposal_id = NEW.ended_by AND p.kind = 'review-rule'
            AND p.subject = NEW.rule_id::text AND p.after ->> 'kind' IN ('activate', 'pause', 'retire')
            AND p.state = 'final') THEN
    RAISE EXCEPTION 'a rule is ended by a change that a second person approved' USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;

CREATE TRIGGER review_rule_state_is_true BEFORE INSERT OR UPDATE ON review_rule FOR EACH ROW
  EXECUTE FUNCTION guard_review_rule();

CREATE TRIGGER review_rule_stays BEFORE DELETE ON review_rule FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_review();

CREATE TRIGGER review_rule_text_stays BEFORE DELETE OR UPDATE ON review_rule_text FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_review();

CREATE TRIGGER review_rule_force_is_approved BEFORE INSERT OR DELETE OR UPDATE ON review_rule_force FOR EACH ROW
  EXECUTE FUNCTION guard_review_rule_force();

-- ============================================================================
-- Team
-- ============================================================================

-- An offer of access to a business, for one email address. It works once, for 72 hours.
CREATE TABLE invitation (
  invitation_id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL,
  email text,
  role text NOT NULL,
  token_hash bytea NOT NULL,
  delivery text NOT NULL,
  invited_by uuid,
  created_at timestamptz(6) NOT NULL,
  sent_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  accepted_at timestamptz(6),
  accepted_by uuid,
  revoked_at timestamptz(6),
  CONSTRAINT invitation_pkey PRIMARY KEY (invitation_id),
  CONSTRAINT invitation_accepted CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  CONSTRAINT invitation_delivery CHECK (delivery IN ('mail', 'link')),
  CONSTRAINT invitation_email CHECK (email = lower(email) AND length(email) >= 3 AND length(email) <= 320),
  CONSTRAINT invitation_ended_once CHECK (accepted_at IS NULL OR revoked_at IS NULL),
  CONSTRAINT invitation_role CHECK (role IN ('viewer', 'accountant', 'finance', 'compliance', 'approver', 'owner')),
  CONSTRAINT invitation_set_up CHECK (email IS NOT NULL OR invited_by IS NULL AND role = 'owner'),
  CONSTRAINT invitation_token_hash CHECK (length(token_hash) = 32)
);

-- Records who gave a person access to a business, or more access than before. For 72 hours, neither of the two approves
-- proposals of the other, and nor do two people who received access from one person. Triggers enforce it.
CREATE TABLE access_grant (
  grant_id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL,
  person_id uuid NOT NULL,
  granted_by uuid,
  kind text NOT NULL,
  granted_at timestamptz(6) NOT NULL,
  CONSTRAINT access_grant_pkey PRIMARY KEY (grant_id),
  CONSTRAINT access_grant_kind CHECK (kind IN ('invitation', 'role', 'enable', 'reset', 'factor', 'provider')),
  CONSTRAINT access_grant_provider CHECK (kind <> 'provider' OR granted_by IS NULL),
  CONSTRAINT access_grant_two_people CHECK (granted_by <> person_id)
);

-- A request for a link for a new password, from the sign-in page. A job answers and deletes it, so that the time of the
-- response doesn't reveal whether there is an account.
CREATE TABLE password_reset_request (
  request_id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  requested_at timestamptz(6) NOT NULL,
  CONSTRAINT password_reset_request_pkey PRIMARY KEY (request_id),
  CONSTRAINT password_reset_request_email CHECK (length(email) <= 320)
);

CREATE INDEX invitation_business_id_created_at_invitation_id_idx ON invitation (business_id, created_at, invitation_id);
CREATE UNIQUE INDEX invitation_one_open ON invitation (business_id, email) WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE UNIQUE INDEX invitation_token_hash_key ON invitation (token_hash);

CREATE INDEX access_grant_granted_at_idx ON access_grant (granted_at);

ALTER TABLE access_grant ADD CONSTRAINT access_grant_business_id_fkey
  FOREIGN KEY (business_id) REFERENCES business(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE access_grant ADD CONSTRAINT access_grant_granted_by_fkey
  FOREIGN KEY (granted_by) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE access_grant ADD CONSTRAINT access_grant_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invitation ADD CONSTRAINT invitation_accepted_by_fkey
  FOREIGN KEY (accepted_by) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invitation ADD CONSTRAINT invitation_business_id_fkey
  FOREIGN KEY (business_id) REFERENCES business(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invitation ADD CONSTRAINT invitation_invited_by_fkey
  FOREIGN KEY (invited_by) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;

CREATE TRIGGER access_grant_stays BEFORE DELETE OR UPDATE ON access_grant FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

-- ============================================================================
-- Mail
-- ============================================================================

-- Outgoing mail: waiting, sent or failed. Written in the transaction that it is about.
CREATE TABLE mail_message (
  mail_id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL,
  person_id uuid,
  permission text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(6) NOT NULL,
  not_before timestamptz(6) NOT NULL,
  settled_at timestamptz(6),
  last_error text,
  address text,
  invitation_id uuid,
  link_seed bytea,
  link_path text,
  CONSTRAINT mail_message_pkey PRIMARY KEY (mail_id),
  CONSTRAINT mail_message_link CHECK (
    CASE
    WHEN invitation_id IS NULL THEN (link_path IS NULL) = (link_seed IS NULL)
    ELSE link_path IS NULL
    END),
  CONSTRAINT mail_message_link_path CHECK (link_path IN ('reset', 'email')),
  CONSTRAINT mail_message_recipient CHECK (
    CASE
    WHEN invitation_id IS NULL THEN person_id IS NOT NULL
    ELSE person_id IS NULL AND address IS NOT NULL
    END),
  CONSTRAINT mail_message_settled CHECK ((state = 'waiting') = (settled_at IS NULL)),
  CONSTRAINT mail_message_state CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  CONSTRAINT mail_message_subject CHECK (subject !~ '[[:cntrl:]]' AND length(subject) >= 1 AND length(subject) <= 200)
);

CREATE INDEX mail_message_business_id_created_at_idx ON mail_message (business_id, created_at);
CREATE INDEX mail_message_invitation_id_created_at_idx ON mail_message (invitation_id, created_at)
  WHERE invitation_id IS NOT NULL;
CREATE INDEX mail_message_waiting ON mail_message (not_before) WHERE state = 'waiting';

ALTER TABLE mail_message ADD CONSTRAINT mail_message_invitation_id_fkey
  FOREIGN KEY (invitation_id) REFERENCES invitation(invitation_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE mail_message ADD CONSTRAINT mail_message_person_id_fkey
  FOREIGN KEY (person_id) REFERENCES person(id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- ============================================================================
-- Visit
-- ============================================================================

-- When a person last used a business, so that Overview can say what is new.
CREATE TABLE business_visit (
  business_id uuid NOT NULL,
  person_id uuid NOT NULL,
  since timestamptz(6),
  last_at timestamptz(6) NOT NULL,
  CONSTRAINT business_visit_pkey PRIMARY KEY (business_id, person_id)
);

-- ============================================================================
-- Watch
-- ============================================================================

-- A name in a risk assessment, or the owner of a withdrawal's address, with the time of the record. The fold derives it from
-- the risk tables.
CREATE TABLE review_entity (
  business_id uuid NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  relation text NOT NULL,
  entity_key text NOT NULL,
  name text NOT NULL,
  at timestamptz(6) NOT NULL,
  CONSTRAINT review_entity_pkey PRIMARY KEY (business_id, subject_kind, subject_id, relation, entity_key),
  CONSTRAINT review_entity_relation CHECK (relation IN ('source', 'destination', 'owner'))
);

-- An address or a risk entity that compliance watches. Rows are never deleted.
CREATE TABLE review_watch (
  business_id uuid NOT NULL,
  watch_id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  watch_key text NOT NULL,
  tag text NOT NULL DEFAULT '',
  label text NOT NULL,
  reason text NOT NULL,
  expires_at timestamptz(6),
  version integer NOT NULL DEFAULT 1,
  added_by uuid NOT NULL,
  added_at timestamptz(6) NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  removed_at timestamptz(6),
  CONSTRAINT review_watch_pkey PRIMARY KEY (business_id, watch_id),
  CONSTRAINT review_watch_kind CHECK (kind IN ('address', 'entity')),
  CONSTRAINT review_watch_tag CHECK (kind = 'address' OR tag = ''),
  CONSTRAINT review_watch_texts CHECK (length(TRIM(BOTH FROM watch_key)) > 0 AND length(TRIM(BOTH FROM label)) > 0
    AND length(TRIM(BOTH FROM reason)) >= 1 AND length(TRIM(BOTH FROM reason)) <= 5000)
);

-- A note about an address or a risk entity. It never changes.
CREATE TABLE review_counterparty_note (
  business_id uuid NOT NULL,
  note_id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  note_key text NOT NULL,
  tag text NOT NULL DEFAULT '',
  label text NOT NULL,
  text text NOT NULL,
  person_id uuid NOT NULL,
  at timestamptz(6) NOT NULL,
  CONSTRAINT review_counterparty_note_pkey PRIMARY KEY (business_id, note_id),
  CONSTRAINT review_counterparty_note_kind CHECK (kind IN ('address', 'entity')),
  CONSTRAINT review_counterparty_note_tag CHECK (kind = 'address' OR tag = ''),
  CONSTRAINT review_counterparty_note_texts CHECK (length(TRIM(BOTH FROM note_key)) > 0 AND length(TRIM(BOTH FROM label)) > 0
    AND length(text) >= 1 AND length(text) <= 20000)
);

CREATE INDEX review_entity_business_id_entity_key_at_subject_id_idx ON review_entity (business_id, entity_key text_pattern_ops, at, subject_id);

CREATE INDEX review_watch_in_order ON review_watch (business_id, added_at DESC, watch_id DESC) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX review_watch_one ON review_watch (business_id, kind, watch_key, tag) WHERE removed_at IS NULL;

CREATE INDEX review_counterparty_note_of ON review_counterparty_note (business_id, kind, note_key, tag, at DESC);

CREATE TRIGGER review_counterparty_note_stays BEFORE DELETE OR UPDATE ON review_counterparty_note FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_review();

-- ============================================================================
-- Withdrawal
-- ============================================================================

-- A withdrawal, as its callback reported it (§6.2). The callback has no time and no network, so the time is that of
-- receipt.
CREATE TABLE withdrawal (
  business_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  client_withdrawal_id text,
  status text,
  display_currency text,
  withdraw_currency text,
  settlement_currency text,
  expected_display_amount numeric(65,30),
  actual_display_amount numeric(65,30),
  estimated_withdraw_amount numeric(65,30),
  actual_withdraw_amount numeric(65,30),
  deducted_settlement_amount numeric(65,30),
  withdraw_fee numeric(65,30),
  display_fee numeric(65,30),
  display_rate_depeg_loss_amount numeric(65,30),
  settlement_rate_depeg_loss_amount numeric(65,30),
  to_tx_address text,
  to_address text,
  to_tag text,
  to_address_key text,
  transaction_id text,
  provenance jsonb NOT NULL DEFAULT '[]'::jsonb,
  conflicts jsonb NOT NULL DEFAULT '[]'::jsonb,
  versions integer NOT NULL DEFAULT 1,
  first_received_at timestamptz(6) NOT NULL,
  changed_at timestamptz(6) NOT NULL,
  facets bigint[] NOT NULL GENERATED ALWAYS AS (array_remove(ARRAY[
    facet(business_id, 'status', status), facet(business_id, 'coin', withdraw_currency),
    facet(business_id, 'settlement', settlement_currency), facet(business_id, 'display', display_currency),
    CASE WHEN transaction_id IS NULL THEN facet(business_id, 'is', 'no-transaction') END,
    CASE WHEN versions > 1 THEN facet(business_id, 'is', 'changed') END,
    CASE WHEN conflicts <> '[]'::jsonb THEN facet(business_id, 'is', 'conflict') END
  ], NULL)) STORED,
  CONSTRAINT withdrawal_pkey PRIMARY KEY (business_id, withdrawal_id)
);

-- Risk detail of a withdrawal: the owner of the address, as screened.
CREATE TABLE withdrawal_risk (
  business_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  owner_name text,
  owner_category text,
  provenance jsonb NOT NULL DEFAULT '[]'::jsonb,
  changed_at timestamptz(6),
  CONSTRAINT withdrawal_risk_pkey PRIMARY KEY (business_id, withdrawal_id)
);

CREATE INDEX withdrawal_by_time_idx ON withdrawal (business_id, first_received_at, withdrawal_id);
CREATE INDEX withdrawal_by_change_idx ON withdrawal (business_id, changed_at, withdrawal_id);
CREATE INDEX withdrawal_facets_idx ON withdrawal USING gin (facets);
CREATE INDEX withdrawal_reference_idx ON withdrawal (business_id, client_withdrawal_id text_pattern_ops);
CREATE INDEX withdrawal_transaction_idx ON withdrawal (business_id, transaction_id text_pattern_ops);
CREATE INDEX withdrawal_to_address_idx ON withdrawal (business_id, to_address_key text_pattern_ops, to_tag text_pattern_ops, first_received_at);
CREATE INDEX withdrawal_amount_idx ON withdrawal (business_id, withdraw_currency, actual_withdraw_amount, withdrawal_id);

ALTER TABLE withdrawal_risk ADD CONSTRAINT withdrawal_risk_business_id_withdrawal_id_fkey
  FOREIGN KEY (business_id, withdrawal_id) REFERENCES withdrawal(business_id, withdrawal_id) ON UPDATE CASCADE ON DELETE RESTRICT;

CREATE FUNCTION asked_of_withdrawal(w withdrawal) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('business_id', w.business_id, 'withdrawal_id', w.withdrawal_id,
    'first_received_at', w.first_received_at, 'to_address_key', w.to_address_key, 'to_tag', w.to_tag,
    'withdraw_currency', w.withdraw_currency, 'actual_withdraw_amount', w.actual_withdraw_amount,
    'estimated_withdraw_amount', w.estimated_withdraw_amount, 'display_currency', w.display_currency,
    'actual_display_amount', w.actual_display_amount, 'expected_display_amount', w.expected_display_amount,
    'settlement_currency', w.settlement_currency, 'deducted_settlement_amount', w.deducted_settlement_amount)
$$;

-- Expires a closed case with all that were merged into it. Each leaves its evidence: number, counts of its parts, and the
-- hashes of its files. Returns why it doesn't expire, or null. Decides by the approved rule alone.
CREATE FUNCTION expire_case(business uuid, of_case uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule_years integer;
  obstacle text;
  changed timestamptz;
  family uuid[] := review_case_family(business, of_case);
BEGIN
  SELECT (r.value #>> '{}')::integer INTO rule_years FROM setting r
   WHERE r.business_id = business AND r.kind = 'retention' AND r.subject = 'case' FOR SHARE;
  IF rule_years IS NULL THEN RETURN 'kept'; END IF;
  -- A hold on a record of the case waits for these locks, or is seen.
  PERFORM FROM payment p
    WHERE p.business_id = business AND p.payment_id IN (
      SELECT coalesce(d.payment_id, c.subject_id) FROM review_case c
        LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
       WHERE c.business_id = business AND c.case_id = ANY(family) AND c.subject_kind <> 'withdrawal')
    ORDER BY p.payment_id FOR NO KEY UPDATE;
  PERFORM FROM withdrawal w
    WHERE w.business_id = business AND w.withdrawal_id IN (
      SELECT c.subject_id FROM review_case c
       WHERE c.business_id = business AND c.case_id = ANY(family) AND c.subject_kind = 'withdrawal')
    ORDER BY w.withdrawal_id FOR NO KEY UPDATE;
  PERFORM FROM review_case c WHERE c.business_id = business AND c.case_id = ANY(family) ORDER BY c.case_id FOR UPDATE;
  IF review_case_family(business, of_case) <> family THEN RETURN 'changed'; END IF;
  obstacle := retention_obstacle(business, 'case', of_case, now() - make_interval(years => rule_years));
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  changed := last_change_of_cases(business, family);
  INSERT INTO record_expiry (business_id, kind, record_id, number, expired_at, last_changed_at, years, deposits, messages, answers,
                             bytes, transaction, parts)
    SELECT business, 'case', c.case_id, c.number, now(), changed, rule_years, 0, 0,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('source', 'file', 'sha256', encode(f.sha256, 'hex'), 'size', length(f.body))
                                      ORDER BY f.at, f.file_id), '[]')
              FROM review_file f WHERE f.business_id = business AND f.case_id = c.case_id),
           (SELECT coalesce(sum(length(f.body)), 0) FROM review_file f WHERE f.business_id = business AND f.case_id = c.case_id),
           0,
           jsonb_build_object('subject', c.subject_kind, 'subjectId', c.subject_id,
             'facts', (SELECT count(*) FROM review_fact p WHERE p.business_id = business AND p.case_id = c.case_id),
             'decisions', (SELECT count(*) FROM review_decision p WHERE p.business_id = business AND p.case_id = c.case_id),
             'byTwoPeople', (SELECT count(*) FROM review_decision p WHERE p.business_id = business AND p.case_id = c.case_id
                                AND p.state = 'final' AND p.answered_by <> p.proposed_by),
             'notes', (SELECT count(*) FROM review_note p WHERE p.business_id = business AND p.case_id = c.case_id),
             'files', (SELECT count(*) FROM review_file p WHERE p.business_id = business AND p.case_id = c.case_id),
             'reports', (SELECT count(*) FROM review_report p WHERE p.business_id = business AND p.case_id = c.case_id))
      FROM review_case c WHERE c.business_id = business AND c.case_id = ANY(family);
  DELETE FROM form_draft WHERE business_id = business AND subject = ANY(family::text[]) AND form LIKE 'case-%';
  DELETE FROM review_presence WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_report WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_file WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_note WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_check WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM proposal p USING review_decision d
    WHERE d.business_id = business AND d.case_id = ANY(family)
      AND p.business_id = business AND p.kind = 'reopening' AND p.subject = d.decision_id::text;
  DELETE FROM review_decision WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_fact WHERE business_id = business AND case_id = ANY(family);
  DELETE FROM review_case WHERE business_id = business AND case_id = ANY(family) AND merged_into IS NOT NULL;
  DELETE FROM review_case WHERE business_id = business AND case_id = ANY(family);
  RETURN NULL;
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
  SELECT (r.value #>> '{}')::integer INTO rule_years FROM setting r
   WHERE r.business_id = business AND r.kind = 'retention' AND r.subject = record_kind FOR SHARE;
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
    DELETE FROM deposit_risk WHERE business_id = business AND deposit_id = ANY(deposits);
    PERFORM remove_annotations(business, 'deposit', deposits);
    DELETE FROM deposit WHERE business_id = business AND payment_id = record;
    DELETE FROM payment_exception WHERE business_id = business AND kind = 'payment' AND subject_id = record;
    PERFORM remove_annotations(business, 'payment', ARRAY[record]);
    UPDATE payment_intent SET note = NULL, label_ids = '{}' WHERE business_id = business AND payment_id = record;
    DELETE FROM payment WHERE business_id = business AND payment_id = record;
  ELSE
    DELETE FROM withdrawal_risk WHERE business_id = business AND withdrawal_id = record;
    PERFORM remove_annotations(business, 'withdrawal', ARRAY[record]);
    DELETE FROM withdrawal WHERE business_id = business AND withdrawal_id = record;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION mark_ruled_owner() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF is_ruled(NEW.business_id, 'withdrawal', (
       SELECT first_received_at FROM withdrawal
        WHERE business_id = NEW.business_id AND withdrawal_id = NEW.withdrawal_id)) THEN
    INSERT INTO review_due (business_id, subject_kind, subject_id)
      VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION mark_ruled_withdrawal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF is_ruled(NEW.business_id, 'withdrawal', NEW.first_received_at) THEN
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO review_due (business_id, subject_kind, subject_id, was)
        VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id, asked_of_withdrawal(OLD));
    ELSE
      INSERT INTO review_due (business_id, subject_kind, subject_id)
        VALUES (NEW.business_id, 'withdrawal', NEW.withdrawal_id);
    END IF;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER withdrawal_flag_changes AFTER UPDATE ON withdrawal FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status
  AND new.status = 'BLOCKED')
  EXECUTE FUNCTION mark_review_due();

CREATE TRIGGER withdrawal_flag_ends AFTER UPDATE ON withdrawal FOR EACH ROW WHEN (old.status = 'BLOCKED'
  AND old.status <> new.status)
  EXECUTE FUNCTION mark_review_ended();

CREATE TRIGGER withdrawal_is_flagged AFTER INSERT ON withdrawal FOR EACH ROW WHEN (new.status = 'BLOCKED')
  EXECUTE FUNCTION mark_review_due();

CREATE TRIGGER withdrawal_is_ruled AFTER INSERT ON withdrawal FOR EACH ROW
  EXECUTE FUNCTION mark_ruled_withdrawal();

CREATE TRIGGER withdrawal_is_watched AFTER UPDATE ON withdrawal FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status)
  EXECUTE FUNCTION mark_review_watched();

CREATE TRIGGER withdrawal_ruled_changes AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN (old.first_received_at IS DISTINCT FROM new.first_received_at OR old.to_address_key IS DISTINCT FROM new.to_address_key
  OR old.to_tag IS DISTINCT FROM new.to_tag OR old.withdraw_currency IS DISTINCT FROM new.withdraw_currency
  OR old.actual_withdraw_amount IS DISTINCT FROM new.actual_withdraw_amount
  OR old.estimated_withdraw_amount IS DISTINCT FROM new.estimated_withdraw_amount
  OR old.display_currency IS DISTINCT FROM new.display_currency
  OR old.actual_display_amount IS DISTINCT FROM new.actual_display_amount
  OR old.expected_display_amount IS DISTINCT FROM new.expected_display_amount
  OR old.settlement_currency IS DISTINCT FROM new.settlement_currency
  OR old.deducted_settlement_amount IS DISTINCT FROM new.deducted_settlement_amount)
  EXECUTE FUNCTION mark_ruled_withdrawal();

CREATE TRIGGER withdrawal_owner_changes AFTER UPDATE ON withdrawal_risk FOR EACH ROW
  WHEN (old.owner_name IS DISTINCT FROM new.owner_name OR old.owner_category IS DISTINCT FROM new.owner_category)
  EXECUTE FUNCTION mark_ruled_owner();

CREATE TRIGGER withdrawal_owner_is_told AFTER INSERT ON withdrawal_risk FOR EACH ROW
  EXECUTE FUNCTION mark_ruled_owner();

CREATE TRIGGER withdrawal_risk_was AFTER UPDATE ON withdrawal_risk FOR EACH ROW
  WHEN (old.owner_category IS DISTINCT FROM new.owner_category)
  EXECUTE FUNCTION mark_ruled_risk_before();
