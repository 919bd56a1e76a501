-- The longest life of an API token is a setting of the business. A longer one takes two people, as every weaker setting does.
ALTER TABLE setting DROP CONSTRAINT setting_kind;
ALTER TABLE setting DROP CONSTRAINT setting_value;
ALTER TABLE setting ADD CONSTRAINT setting_kind CHECK (kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'opening-position',
    'callback-basis', 'accounting', 'reconciliation', 'token-lifetime'));
ALTER TABLE setting ADD CONSTRAINT setting_value CHECK (CASE kind
    WHEN 'creation-limit' THEN (value #>> '{}')::numeric > 0
    WHEN 'retention' THEN (value #>> '{}')::integer BETWEEN 1 AND 30
    WHEN 'required-roles' THEN value IS NOT NULL AND value @> '["compliance", "owner"]'
      AND value <@ '["viewer", "accountant", "finance", "compliance", "approver", "auditor", "auditor-risk", "owner"]'
    WHEN 'opening-position' THEN value IS NULL OR (value ->> 'amount')::numeric IS NOT NULL AND (value ->> 'day')::date IS NOT NULL
    WHEN 'callback-basis' THEN value = '"credited"'
    WHEN 'token-lifetime' THEN (value #>> '{}')::integer BETWEEN 1 AND 365
    WHEN 'accounting' THEN jsonb_typeof(value -> 'accounts') IS NOT DISTINCT FROM 'object'
    WHEN 'reconciliation' THEN jsonb_typeof(value -> 'rules') IS NOT DISTINCT FROM 'array'
    ELSE value IS NOT NULL AND (value ->> 'secondFromEur')::numeric IS NOT NULL AND (value ->> 'dueHours')::integer IS NOT NULL
      AND jsonb_typeof(value -> 'twoPersonCategories') IS NOT DISTINCT FROM 'array' END);

ALTER TABLE proposal DROP CONSTRAINT proposal_kind;
ALTER TABLE proposal ADD CONSTRAINT proposal_kind CHECK (kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'payment',
    'hold-lift', 'review-rule', 'reopening', 'opening-position', 'callback-basis', 'period-close', 'period-reopening',
    'auditor-risk', 'api-token', 'token-lifetime'));

ALTER TABLE proposal DROP CONSTRAINT proposal_reason;
ALTER TABLE proposal ADD CONSTRAINT proposal_reason CHECK (length(TRIM(BOTH FROM reason)) > 0
    AND (reason IS NOT NULL OR kind IN ('creation-limit', 'retention', 'payment', 'period-close', 'token-lifetime')));

CREATE OR REPLACE FUNCTION default_setting(kind text) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind
    WHEN 'required-roles' THEN '["compliance", "owner"]'::jsonb
    WHEN 'token-lifetime' THEN '90'::jsonb
    WHEN 'review-desk' THEN '{"secondFromEur": "1000", "dueHours": 24, "riskScoreFrom": null,
      "twoPersonCategories": ["sanction", "terror", "ofac", "specially designated"]}'::jsonb END
$$;

CREATE OR REPLACE FUNCTION is_weaker_setting(kind text, before jsonb, after jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE kind
    WHEN 'creation-limit' THEN
      before IS NOT NULL AND (after IS NULL OR (after #>> '{}')::numeric > (before #>> '{}')::numeric)
    WHEN 'retention' THEN
      after IS NOT NULL AND (before IS NULL OR (after #>> '{}')::integer < (before #>> '{}')::integer)
    WHEN 'required-roles' THEN NOT after @> before
    WHEN 'token-lifetime' THEN (after #>> '{}')::integer > (before #>> '{}')::integer
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

CREATE OR REPLACE FUNCTION guard_proposal() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  answer text[] := '{state,answered_by,answered_at,comment}';
  is_setting boolean := NEW.kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'opening-position',
    'callback-basis', 'token-lifetime');
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
