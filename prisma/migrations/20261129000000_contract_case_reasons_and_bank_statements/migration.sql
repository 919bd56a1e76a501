-- Case reasons become effects of the fold, statements keep what expired, and bank statements, auditors, requests for
-- information and expected withdrawals get their rows.

-- ============================================================================
-- Triggers and functions whose work the fold and the verbs of the desk do
-- ============================================================================

DROP TRIGGER audit_anchor_is_not_truncated ON audit_anchor;
DROP TRIGGER deposit_flag_changes ON deposit;
DROP TRIGGER deposit_flag_ends ON deposit;
DROP TRIGGER deposit_is_flagged ON deposit;
DROP TRIGGER deposit_is_ruled ON deposit;
DROP TRIGGER deposit_is_watched ON deposit;
DROP TRIGGER deposit_ruled_changes ON deposit;
DROP TRIGGER deposit_value_changes ON deposit;
DROP TRIGGER deposit_worth_changes ON deposit;
DROP TRIGGER deposit_owner_changes ON deposit_risk;
DROP TRIGGER deposit_owner_is_told ON deposit_risk;
DROP TRIGGER deposit_risk_was ON deposit_risk;
DROP TRIGGER risk_assessment_changes ON deposit_risk;
DROP TRIGGER risk_ends ON deposit_risk;
DROP TRIGGER risk_is_assessed ON deposit_risk;
DROP TRIGGER callback_message_is_not_truncated ON callback_message;
DROP TRIGGER callback_decision_is_not_truncated ON callback_decision;
DROP TRIGGER callback_delivery_is_not_truncated ON callback_delivery;
DROP TRIGGER payment_is_watched ON payment;
DROP TRIGGER payment_reference_changes ON payment;
DROP TRIGGER payment_value_changes ON payment;
DROP TRIGGER review_case_closes_drafts ON review_case;
DROP TRIGGER review_case_is_decided ON review_case;
DROP TRIGGER review_case_is_numbered ON review_case;
DROP TRIGGER review_case_is_watched ON review_case;
DROP TRIGGER review_case_joins ON review_case;
DROP TRIGGER review_case_marks_two ON review_case;
DROP TRIGGER review_case_overturned ON review_case;
DROP TRIGGER review_case_stays ON review_case;
DROP TRIGGER review_rule_state_is_true ON review_rule;
DROP TRIGGER withdrawal_flag_changes ON withdrawal;
DROP TRIGGER withdrawal_flag_ends ON withdrawal;
DROP TRIGGER withdrawal_is_flagged ON withdrawal;
DROP TRIGGER withdrawal_is_ruled ON withdrawal;
DROP TRIGGER withdrawal_is_watched ON withdrawal;
DROP TRIGGER withdrawal_ruled_changes ON withdrawal;
DROP TRIGGER withdrawal_owner_changes ON withdrawal_risk;
DROP TRIGGER withdrawal_owner_is_told ON withdrawal_risk;
DROP TRIGGER withdrawal_risk_was ON withdrawal_risk;
DROP TRIGGER audit_anchor_is_append_only ON audit_anchor;
DROP TRIGGER callback_message_is_counted ON callback_message;
DROP TRIGGER callback_message_is_kept ON callback_message;
DROP TRIGGER callback_decision_is_kept ON callback_decision;
DROP TRIGGER callback_delivery_is_counted ON callback_delivery;
DROP TRIGGER callback_delivery_is_kept ON callback_delivery;
DROP TRIGGER service_answer_expiry_is_counted ON service_answer;
DROP TRIGGER service_answer_is_counted ON service_answer;
DROP TRIGGER service_answer_is_kept ON service_answer;
DROP TRIGGER payment_batch_row_stays ON payment_batch_row;
DROP TRIGGER review_note_stays ON review_note;
DROP TRIGGER review_file_stays ON review_file;
DROP TRIGGER review_reason_template_stays ON review_reason_template;
DROP TRIGGER review_rule_stays ON review_rule;
DROP TRIGGER review_rule_text_stays ON review_rule_text;
DROP TRIGGER review_counterparty_note_stays ON review_counterparty_note;

DROP FUNCTION mark_payment_of_case();
DROP FUNCTION count_expired_answers();
DROP FUNCTION count_received_content();
DROP FUNCTION count_received_deliveries();
DROP FUNCTION mark_ruled_payment();
DROP FUNCTION mark_worth_of_payment();
DROP FUNCTION asked_of_deposit(deposit);
DROP FUNCTION is_ruled(uuid,text,timestamp with time zone);
DROP FUNCTION mark_review_due();
DROP FUNCTION mark_review_ended();
DROP FUNCTION mark_review_watched();
DROP FUNCTION mark_risk_due();
DROP FUNCTION mark_risk_ended();
DROP FUNCTION mark_ruled_assessment();
DROP FUNCTION mark_ruled_deposit();
DROP FUNCTION mark_ruled_risk_before();
DROP FUNCTION mark_worth_of_case();
DROP FUNCTION names_no_entity(jsonb);
DROP FUNCTION refuse_removal_of_answers();
DROP FUNCTION guard_payment_batch_row();
DROP FUNCTION close_form_drafts();
DROP FUNCTION guard_review_merge();
DROP FUNCTION guard_review_overturn();
DROP FUNCTION guard_review_reason_template();
DROP FUNCTION mark_review_decided();
DROP FUNCTION mark_two_people();
DROP FUNCTION number_review_case();
DROP FUNCTION refuse_change_of_review();
DROP FUNCTION guard_review_rule();
DROP FUNCTION asked_of_withdrawal(withdrawal);
DROP FUNCTION mark_ruled_owner();
DROP FUNCTION mark_ruled_withdrawal();

-- For rows that can be added, never changed: received data, decisions about it, anchors, granted access, the parts of a case. The
-- arguments name the kind of record whose expiry removes the rows, and the column with its ID. Nothing else opens this. Only the
-- owner of a table or a superuser can disable a trigger. Where the product works as the owner, that is no protection by itself,
-- so received rows are counted as well, and `npm run audit:verify` compares.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_NARGS = 2 THEN
    IF is_expiring(OLD.business_id, TG_ARGV[0], (to_jsonb(OLD) ->> TG_ARGV[1])::uuid) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% only grows and refuses %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Returns true if the new value protects less in any way. The rooms in lib have the same rules, and propose such changes.
CREATE OR REPLACE FUNCTION is_weaker_setting(kind text, before jsonb, after jsonb) RETURNS boolean
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
    -- Matches say by which rule they were made, and each change of a rule is in the audit log.
    WHEN 'reconciliation' THEN false
    ELSE (after ->> 'secondFromEur')::numeric > (before ->> 'secondFromEur')::numeric
      OR (after ->> 'dueHours')::integer > (before ->> 'dueHours')::integer
      OR (before ->> 'riskScoreFrom' IS NOT NULL AND (after ->> 'riskScoreFrom' IS NULL
          OR (after ->> 'riskScoreFrom')::numeric > (before ->> 'riskScoreFrom')::numeric))
      OR NOT after -> 'twoPersonCategories' @> (before -> 'twoPersonCategories') END, true)
$$;

-- The last line of defence behind every approval, also against a faulty program: another, independent person with access
-- approves, and only what the proposal says of the value that it starts from.
CREATE OR REPLACE FUNCTION guard_proposal() RETURNS trigger
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
    WHEN 'auditor-risk' THEN '{compliance,owner}'
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

-- Returns why a case doesn't expire, or null. A hold on a record of the case protects the case as well.
CREATE OR REPLACE FUNCTION case_retention_obstacle(business uuid, of_case uuid, cutoff timestamp with time zone) RETURNS text
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
     OR EXISTS (SELECT FROM review_case c JOIN review_change u ON u.business_id = c.business_id AND u.subject_id = c.subject_id
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

-- A case has the next number of its business, and no later case gets the number of a removed one. It is decided by a decision
-- that stands and that it was not decided by before: opening it again uses a decision up.
-- What is decided never stands over something that nobody decided, or that was decided differently. What joined a case earlier is
-- as decided as that one.
-- What two people decided stays decided until a second person approves its reopening, or a fact is added to a cleared case after
-- the decision. Joining an undecided case or leaving a decided one would overturn it too.
CREATE OR REPLACE FUNCTION guard_review_case() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  last_at timestamptz;
  stays review_case;
  joins review_case;
  was_decided boolean;
  standing review_decision;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_expiring(OLD.business_id, 'case', OLD.case_id) THEN RETURN OLD; END IF;
    RAISE EXCEPTION '% only grows and refuses %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state = 'decided' THEN
      RAISE EXCEPTION 'a case is decided by a decision' USING ERRCODE = 'check_violation';
    END IF;
    NEW.decision_id := NULL;
    NEW.two_people := false;
    -- Whoever opens cases of one business waits for the other: no number is given twice.
    PERFORM pg_advisory_xact_lock(hashtextextended('review_case ' || NEW.business_id, 0));
    SELECT greatest((SELECT max(c.number) FROM review_case c WHERE c.business_id = NEW.business_id),
                    (SELECT max(e.number) FROM record_expiry e WHERE e.business_id = NEW.business_id AND e.number IS NOT NULL),
                    0) + 1 INTO NEW.number;
  ELSE
    NEW.decision_id := OLD.decision_id;
    NEW.two_people := NEW.two_people OR OLD.two_people;
    IF NEW.state = 'decided' AND OLD.state <> 'decided' THEN
      SELECT proposed_at INTO last_at FROM review_decision
       WHERE business_id = OLD.business_id AND decision_id = OLD.decision_id;
      SELECT decision_id INTO NEW.decision_id FROM review_decision
       WHERE business_id = NEW.business_id AND case_id = NEW.case_id AND state = 'final'
         AND decision_id IS DISTINCT FROM OLD.decision_id AND proposed_at >= coalesce(last_at, '-infinity')
       ORDER BY proposed_at DESC, decision_id LIMIT 1;
      IF NEW.decision_id IS NULL OR OLD.state = 'merged' THEN
        RAISE EXCEPTION 'a case is decided by a decision' USING ERRCODE = 'check_violation';
      END IF;
      NEW.two_people := NEW.two_people OR (
        SELECT needs_second FROM review_decision
         WHERE business_id = NEW.business_id AND decision_id = NEW.decision_id);
      RETURN NEW;
    END IF;
  END IF;
  IF NEW.state = 'merged' AND (TG_OP = 'INSERT' OR (NEW.state, NEW.merged_into) IS DISTINCT FROM (OLD.state, OLD.merged_into)) THEN
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
  END IF;
  IF TG_OP = 'INSERT' THEN RETURN NEW; END IF;
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
    -- The case that stays is locked, and has no different decision.
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

-- As their owner, so that the role of the product needs no right to change the counts. The checksum is of the IDs.
CREATE FUNCTION count_received() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO received_delta (business_id, source, rows, checksum)
      SELECT business_id, TG_TABLE_NAME, -count(*), -sum(('x' || right(id::text, 12))::bit(48)::bigint) FROM counted GROUP BY business_id;
  ELSIF TG_TABLE_NAME = 'callback_delivery' THEN
    INSERT INTO received_delta (business_id, source, rows, checksum)
      SELECT business_id, TG_TABLE_NAME, count(*), sum(id) FROM counted GROUP BY business_id;
  ELSE
    INSERT INTO received_delta (business_id, source, rows, checksum)
      SELECT business_id, TG_TABLE_NAME, count(*), sum(('x' || right(id::text, 12))::bit(48)::bigint) FROM counted GROUP BY business_id;
  END IF;
  RETURN NULL;
END
$$;

-- Drafts close when the case stops offering their form, and open again with it. Whatever was part of the case when two people
-- decided needs two people later, also by itself.
CREATE FUNCTION follow_review_case() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE form_draft SET closed_at = CASE WHEN form = ANY(case_forms(NEW.state)) THEN NULL ELSE NEW.changed_at END
   WHERE business_id = NEW.business_id AND subject = NEW.case_id::text AND form LIKE 'case-%'
     AND (closed_at IS NULL) <> (form = ANY(case_forms(NEW.state)));
  IF NEW.state = 'decided' AND NEW.two_people THEN
    UPDATE review_case SET two_people = true
     WHERE business_id = NEW.business_id AND owner_id = NEW.case_id AND NOT two_people;
  END IF;
  RETURN NULL;
END
$$;

-- Only the delivery of an anchor is recorded later.
CREATE TRIGGER audit_anchor_is_append_only BEFORE DELETE OR UPDATE OF number, at, segment, key_id, hash, line OR TRUNCATE ON audit_anchor FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER callback_message_is_counted AFTER INSERT ON callback_message REFERENCING NEW TABLE AS counted FOR EACH STATEMENT
  EXECUTE FUNCTION count_received();

CREATE TRIGGER callback_message_is_kept BEFORE DELETE OR TRUNCATE ON callback_message FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER callback_decision_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON callback_decision FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER callback_delivery_is_counted AFTER INSERT ON callback_delivery REFERENCING NEW TABLE AS counted FOR EACH STATEMENT
  EXECUTE FUNCTION count_received();

CREATE TRIGGER callback_delivery_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON callback_delivery FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER service_answer_expiry_is_counted AFTER DELETE ON service_answer REFERENCING OLD TABLE AS counted FOR EACH STATEMENT
  EXECUTE FUNCTION count_received();

CREATE TRIGGER service_answer_is_counted AFTER INSERT ON service_answer REFERENCING NEW TABLE AS counted FOR EACH STATEMENT
  EXECUTE FUNCTION count_received();

CREATE TRIGGER service_answer_is_kept BEFORE DELETE ON service_answer FOR EACH ROW
  EXECUTE FUNCTION refuse_change('payment', 'payment_id');

CREATE TRIGGER payment_batch_row_stays BEFORE UPDATE ON payment_batch_row FOR EACH ROW WHEN (old.intent_id IS NOT NULL)
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER review_note_stays BEFORE DELETE OR UPDATE ON review_note FOR EACH ROW
  EXECUTE FUNCTION refuse_change('case', 'case_id');

CREATE TRIGGER review_file_stays BEFORE DELETE OR UPDATE ON review_file FOR EACH ROW
  EXECUTE FUNCTION refuse_change('case', 'case_id');

CREATE TRIGGER review_reason_template_stays BEFORE DELETE OR UPDATE ON review_reason_template FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER review_rule_stays BEFORE DELETE ON review_rule FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER review_rule_text_stays BEFORE DELETE OR UPDATE ON review_rule_text FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER review_counterparty_note_stays BEFORE DELETE OR UPDATE ON review_counterparty_note FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER review_case_is_followed AFTER UPDATE OF state ON review_case FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION follow_review_case();

CREATE TRIGGER review_case_guard BEFORE INSERT OR DELETE OR UPDATE ON review_case FOR EACH ROW
  EXECUTE FUNCTION guard_review_case();

-- ============================================================================
-- Changes of records that the desk compares
-- ============================================================================

-- A change that may open a case or change one. The fold stores it in the transaction of the change, so that none is missed.
CREATE TABLE review_change (
  id bigserial,
  business_id uuid NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  marked_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  reason text,
  detail jsonb,
  ended boolean NOT NULL DEFAULT false,
  CONSTRAINT review_change_pkey PRIMARY KEY (id)
);

CREATE INDEX review_change_business_id_subject_id_idx ON review_change (business_id, subject_id);

-- What waits is brought along: each reason that ended, then those that the record states now.
CREATE FUNCTION pg_temp.entities_of(assessment jsonb) RETURNS jsonb
LANGUAGE sql AS $$
  WITH named AS (
    SELECT CASE WHEN jsonb_typeof(e -> 'name') = 'string' THEN e ->> 'name' END AS name,
           CASE WHEN jsonb_typeof(e -> 'category') = 'string' THEN e ->> 'category' END AS category
      FROM (SELECT CASE jsonb_typeof(list) WHEN 'array' THEN list ELSE '[]' END AS list
              FROM (VALUES (assessment -> 'sourceRiskEntities'), (assessment -> 'destinationRiskEntities')) AS own(list)) AS one,
           jsonb_array_elements(one.list) AS e),
  listed AS (
    SELECT '[' || coalesce(to_json(name)::text, 'null') || ',' || coalesce(to_json(category)::text, 'null') || ']' AS line,
           coalesce(nullif(left(btrim(named.category, E' \t\n\r'), 80), ''), 'unnamed') AS label
      FROM named)
  SELECT CASE WHEN count(*) > 0 THEN jsonb_build_object(
    'categories', (SELECT jsonb_agg(label ORDER BY label) FROM (
                     SELECT DISTINCT label COLLATE "C" AS label FROM listed ORDER BY 1 LIMIT 12) AS few),
    'entities', count(*),
    'mark', left(encode(sha256(convert_to(string_agg(line, E'\n' ORDER BY line COLLATE "C"), 'UTF8')), 'hex'), 32)) END
    FROM listed
$$;

WITH waiting AS (
  SELECT business_id, subject_kind, subject_id, min(marked_at) AS marked_at FROM review_due GROUP BY 1, 2, 3),
past AS (
  SELECT u.id, u.business_id, u.subject_kind, u.subject_id, u.ended,
         CASE u.ended WHEN 'risk-entity' THEN pg_temp.entities_of(u.was -> 'assessment')
                      WHEN 'risk-score' THEN jsonb_build_object('score', u.was ->> 'risk_score') END AS detail
    FROM review_due u WHERE u.ended IS NOT NULL),
present AS (
  SELECT w.business_id, w.subject_kind, w.subject_id, r.reason, r.detail
    FROM waiting w
    LEFT JOIN deposit d ON w.subject_kind = 'deposit' AND d.business_id = w.business_id AND d.deposit_id = w.subject_id
    LEFT JOIN deposit_risk k ON w.subject_kind = 'deposit' AND k.business_id = w.business_id AND k.deposit_id = w.subject_id
    LEFT JOIN withdrawal o ON w.subject_kind = 'withdrawal' AND o.business_id = w.business_id AND o.withdrawal_id = w.subject_id
   CROSS JOIN LATERAL (VALUES
     ('deposit-review', d.status = 'COMPLIANCE_REVIEW', NULL::jsonb),
     ('deposit-blocked', d.status = 'BLOCKED', NULL),
     ('refund-illicit', d.refund_reason = 'ILLICIT_DEPOSIT', NULL),
     ('refund-restricted', d.refund_reason = 'RESTRICTED_CURRENCY', NULL),
     ('risk-entity', pg_temp.entities_of(k.assessment) IS NOT NULL, pg_temp.entities_of(k.assessment)),
     ('risk-score', k.risk_score IS NOT NULL, jsonb_build_object('score', k.risk_score)),
     ('withdrawal-blocked', o.status = 'BLOCKED', NULL)) AS r(reason, applies, detail)
   WHERE r.applies),
carried AS (
  SELECT business_id, subject_kind, subject_id, ended AS reason, detail, false AS ended, id, 1 AS place FROM past
  UNION ALL
  SELECT business_id, subject_kind, subject_id, ended, NULL, true, id, 2 FROM past
  UNION ALL
  SELECT business_id, subject_kind, subject_id, reason, detail, false, NULL, 3 FROM present
  UNION ALL
  SELECT business_id, subject_kind, subject_id, NULL, NULL, false, NULL, 4 FROM waiting)
INSERT INTO review_change (business_id, subject_kind, subject_id, marked_at, reason, detail, ended)
SELECT c.business_id, c.subject_kind, c.subject_id, w.marked_at, c.reason, c.detail, c.ended
  FROM carried c JOIN waiting w USING (business_id, subject_kind, subject_id)
 ORDER BY c.id NULLS LAST, c.place, c.reason;

DROP FUNCTION pg_temp.entities_of(jsonb);
DROP TABLE review_due;

-- ============================================================================
-- Records and statements
-- ============================================================================

-- The fold looks up the deposits of one payment. Without the business, PostgreSQL reads all deposits of the business as
-- long as it has no statistics.
DROP INDEX deposit_payment_id_sort_at_idx;
CREATE INDEX deposit_by_payment_idx ON deposit (business_id, payment_id, sort_at);

-- The sums of records that expired since stay apart, so that expiry changes no line of a statement.
ALTER TABLE day_total ADD COLUMN expired boolean NOT NULL DEFAULT false;
ALTER TABLE day_total DROP CONSTRAINT day_total_pkey;
ALTER TABLE day_total ADD CONSTRAINT day_total_pkey PRIMARY KEY (business_id, kind, day, key, expired);

-- A withdrawal that a person of the business expects, by the ID that they gave the service. Nothing leaves the list.
CREATE TABLE expected_withdrawal (
  business_id uuid NOT NULL,
  client_withdrawal_id text NOT NULL,
  added_by uuid NOT NULL,
  added_at timestamptz(6) NOT NULL,
  CONSTRAINT expected_withdrawal_pkey PRIMARY KEY (business_id, client_withdrawal_id),
  CONSTRAINT expected_withdrawal_id CHECK (length(client_withdrawal_id) BETWEEN 1 AND 200)
);

-- ============================================================================
-- People and reviews
-- ============================================================================

ALTER TABLE membership ADD COLUMN ends_at timestamptz(6);
ALTER TABLE membership ADD CONSTRAINT membership_ends CHECK ((role IN ('auditor', 'auditor-risk')) = (ends_at IS NOT NULL));

ALTER TABLE invitation ADD COLUMN access_ends_at timestamptz(6);
ALTER TABLE invitation ADD CONSTRAINT invitation_access_ends CHECK ((role = 'auditor') = (access_ends_at IS NOT NULL));
ALTER TABLE invitation DROP CONSTRAINT invitation_role;

ALTER TABLE invitation ADD CONSTRAINT invitation_role CHECK (role IN ('viewer', 'accountant', 'finance', 'compliance', 'approver', 'auditor', 'owner'));

ALTER TABLE review_note ADD COLUMN asked_of text;
ALTER TABLE review_note ADD COLUMN due_at timestamptz(6);
ALTER TABLE review_note ADD COLUMN answers uuid;
ALTER TABLE review_note ADD CONSTRAINT review_note_request CHECK (asked_of IN ('service', 'payer') AND due_at IS NOT NULL AND answers IS NULL
    OR asked_of IS NULL AND due_at IS NULL);

ALTER TABLE proposal DROP CONSTRAINT proposal_kind;
ALTER TABLE proposal ADD CONSTRAINT proposal_kind CHECK (kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'payment',
    'hold-lift', 'review-rule', 'reopening', 'opening-position', 'callback-basis', 'period-close', 'period-reopening',
    'auditor-risk'));
ALTER TABLE setting DROP CONSTRAINT setting_kind;
ALTER TABLE setting DROP CONSTRAINT setting_value;
ALTER TABLE setting ADD CONSTRAINT setting_kind CHECK (kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'opening-position',
    'callback-basis', 'accounting', 'reconciliation'));
ALTER TABLE setting ADD CONSTRAINT setting_value CHECK (CASE kind
    WHEN 'creation-limit' THEN (value #>> '{}')::numeric > 0
    WHEN 'retention' THEN (value #>> '{}')::integer BETWEEN 1 AND 30
    WHEN 'required-roles' THEN value IS NOT NULL AND value @> '["compliance", "owner"]'
      AND value <@ '["viewer", "accountant", "finance", "compliance", "approver", "auditor", "auditor-risk", "owner"]'
    WHEN 'opening-position' THEN value IS NULL OR (value ->> 'amount')::numeric IS NOT NULL AND (value ->> 'day')::date IS NOT NULL
    WHEN 'callback-basis' THEN value = '"credited"'
    WHEN 'accounting' THEN jsonb_typeof(value -> 'accounts') IS NOT DISTINCT FROM 'object'
    WHEN 'reconciliation' THEN jsonb_typeof(value -> 'rules') IS NOT DISTINCT FROM 'array'
    ELSE value IS NOT NULL AND (value ->> 'secondFromEur')::numeric IS NOT NULL AND (value ->> 'dueHours')::integer IS NOT NULL
      AND jsonb_typeof(value -> 'twoPersonCategories') IS NOT DISTINCT FROM 'array' END);

-- ============================================================================
-- Bank statements
-- ============================================================================

-- A bank or wallet statement that a person uploaded. A job reads it.
CREATE TABLE bank_import (
  business_id uuid NOT NULL,
  import_id uuid NOT NULL DEFAULT gen_random_uuid(),
  file_name text NOT NULL,
  size integer NOT NULL,
  state text NOT NULL,
  format text,
  mapping jsonb,
  lines_read integer NOT NULL DEFAULT 0,
  lines_total integer,
  added integer NOT NULL DEFAULT 0,
  repeated integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  problems jsonb NOT NULL DEFAULT '[]',
  failure text,
  leased_until timestamptz(6),
  created_by uuid NOT NULL,
  created_at timestamptz(6) NOT NULL,
  ended_at timestamptz(6),
  CONSTRAINT bank_import_pkey PRIMARY KEY (business_id, import_id)
);

-- A part of an uploaded statement. Deleted when the file was read.
CREATE TABLE bank_import_chunk (
  business_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT bank_import_chunk_pkey PRIMARY KEY (business_id, import_id, number),
  CONSTRAINT bank_import_chunk_size CHECK (length(body) BETWEEN 1 AND 1048576)
);

-- Why lines and records are not unmatched: they belong together, or are ignored.
CREATE TABLE bank_match (
  business_id uuid NOT NULL,
  match_id uuid NOT NULL DEFAULT gen_random_uuid(),
  currency text NOT NULL,
  state text NOT NULL,
  settles boolean NOT NULL,
  rule_id uuid,
  reason text,
  created_by uuid,
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT bank_match_pkey PRIMARY KEY (business_id, match_id)
);

-- A deposit or withdrawal of a match. The key puts each into one match at most.
CREATE TABLE bank_match_record (
  business_id uuid NOT NULL,
  record_id uuid NOT NULL,
  kind text NOT NULL,
  match_id uuid NOT NULL,
  amount numeric(65,30),
  CONSTRAINT bank_match_record_pkey PRIMARY KEY (business_id, record_id)
);

ALTER TABLE bank_line
  ADD COLUMN account text NOT NULL DEFAULT '',
  ADD COLUMN details text NOT NULL DEFAULT '',
  ADD COLUMN transaction_id text NOT NULL DEFAULT '',
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN import_id uuid,
  ADD COLUMN match_id uuid,
  ADD COLUMN difference numeric(65,30) NOT NULL DEFAULT 0,
  ADD COLUMN matched_at timestamptz(6),
  DROP CONSTRAINT bank_line_amount;
ALTER TABLE bank_line
  ADD CONSTRAINT bank_line_amount CHECK (CASE WHEN import_id IS NULL THEN amount > 0 ELSE amount <> 0 END),
  ADD CONSTRAINT bank_line_matched CHECK (match_id IS NULL OR removed_at IS NULL),
  ADD CONSTRAINT bank_line_difference CHECK (match_id IS NOT NULL OR difference = 0);

CREATE INDEX bank_line_match_idx ON bank_line (business_id, match_id) WHERE match_id IS NOT NULL;
CREATE INDEX bank_match_record_match_idx ON bank_match_record (business_id, match_id);

ALTER TABLE bank_import_chunk ADD CONSTRAINT bank_import_chunk_business_id_import_id_fkey
  FOREIGN KEY (business_id, import_id) REFERENCES bank_import(business_id, import_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bank_match_record ADD CONSTRAINT bank_match_record_business_id_match_id_fkey
  FOREIGN KEY (business_id, match_id) REFERENCES bank_match(business_id, match_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bank_line ADD CONSTRAINT bank_line_business_id_match_id_fkey
  FOREIGN KEY (business_id, match_id) REFERENCES bank_match(business_id, match_id) ON UPDATE NO ACTION ON DELETE NO ACTION;
