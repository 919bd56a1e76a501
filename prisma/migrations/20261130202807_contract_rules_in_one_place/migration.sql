-- The value of a setting, and its default without a business.
CREATE OR REPLACE FUNCTION setting_value(business uuid, of_kind text, of_subject text DEFAULT '') RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT s.value FROM setting s WHERE s.business_id = business AND s.kind = of_kind AND s.subject = of_subject),
    CASE of_kind
      WHEN 'required-roles' THEN '["compliance", "owner"]'::jsonb
      WHEN 'token-lifetime' THEN '90'::jsonb
      WHEN 'review-desk' THEN '{"secondFromEur": "1000", "dueHours": 24, "riskScoreFrom": null,
        "twoPersonCategories": ["sanction", "terror", "ofac", "specially designated"]}'::jsonb END)
$$;

CREATE OR REPLACE FUNCTION guard_setting() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := setting_value(NULL, NEW.kind);
  after jsonb := NEW.value;
  base integer := 0;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a setting is never deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('setting ' || NEW.business_id || ' ' || NEW.kind, 0));
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
    WHEN 'review-endpoint' THEN '{compliance,owner}'
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
    PERFORM pg_advisory_xact_lock(hashtextextended('setting ' || NEW.business_id || ' ' || NEW.kind, 0));
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
    NEW.before := coalesce(current.value, setting_value(NULL, NEW.kind));
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
    IF EXISTS (SELECT FROM approval_blocks(NEW.business_id, NEW.proposed_by, NEW.answered_by, NEW.answered_at)
                WHERE reason <> 'ownFactor') THEN
      RAISE EXCEPTION 'the approver is not independent: the two received access from one person less than 72 hours ago, or the approver joined by a copied link and is not verified'
        USING ERRCODE = 'check_violation';
    END IF;
    IF NOT (is_member_with_access(NEW.business_id, NEW.proposed_by, proposers)
            AND is_member_with_access(NEW.business_id, NEW.answered_by, approvers)) THEN
      RAISE EXCEPTION 'two eligible people with access agree to a change' USING ERRCODE = 'check_violation';
    END IF;
    -- Who approved the token of a program doesn't approve what the program proposed.
    IF EXISTS (SELECT FROM api_token t, unnest(t.approved_by) AS part (person)
                WHERE t.token_id = NEW.token_id
                  AND (part.person = NEW.answered_by
                       OR EXISTS (SELECT FROM approval_blocks(NEW.business_id, part.person, NEW.answered_by, NEW.answered_at)
                                  WHERE reason <> 'ownFactor'))) THEN
      RAISE EXCEPTION 'a person who is not independent of an API token does not approve its proposals'
        USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- The price of a request that needs an approval, and how long one counts.
CREATE OR REPLACE FUNCTION payment_needs_approval(business uuid, intent uuid) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  body text;
  price record;
BEGIN
  SELECT i.request_body INTO body FROM payment_intent i WHERE i.business_id = business AND i.id = intent;
  SELECT coalesce(body::json ->> 'displayCurrency', body::json ->> 'depositCurrency') AS currency,
         coalesce(body::json ->> 'displayAmount', body::json ->> 'depositAmount')::numeric AS amount INTO price;
  IF (price.amount > effective_creation_limit(business, price.currency)) IS NOT TRUE THEN RETURN false; END IF;
  RETURN NOT EXISTS (SELECT FROM proposal p
                      WHERE p.business_id = business AND p.kind = 'payment' AND p.subject = intent::text
                        AND p.after ->> 'requestBody' = body AND p.state = 'final' AND p.answered_at > now() - interval '30 days')
     AND NOT EXISTS (SELECT FROM payment_batch_row r
                       JOIN payment_batch b ON b.business_id = r.business_id AND b.batch_id = r.batch_id
                      WHERE r.business_id = business AND r.intent_id = intent AND b.confirmed_by IS NOT NULL
                        AND r.request_body = body
                        AND r.client_payment_id = (body::json ->> 'clientPaymentId')
                        AND r.currency = price.currency AND r.amount = price.amount
                        AND NOT EXISTS (SELECT FROM unnest(coalesce(b.prepared_by, '{}') || b.created_by) AS author
                                         WHERE author = b.confirmed_by
                                            OR EXISTS (SELECT FROM approval_blocks(business, author, b.confirmed_by, b.confirmed_at)
                                                        WHERE reason <> 'ownFactor')));
END
$$;

-- The largest reported EUR value of a deposit, with its source.
CREATE FUNCTION review_deposit_value(d deposit, OUT eur numeric, OUT source text)
LANGUAGE sql STABLE AS $$
  SELECT reported.* FROM (
      SELECT (d).uniform_payable_amount AS eur, 'credited' AS source WHERE (d).uniform_payable_amount > 0
      UNION ALL
      SELECT p.actual_uniform_amount, 'actual' FROM payment p
       WHERE p.business_id = (d).business_id AND p.payment_id = (d).payment_id
         AND p.actual_uniform_amount > 0 AND p.deposit_count = 1
      UNION ALL
      SELECT p.expected_uniform_amount, 'expected' FROM payment p
       WHERE p.business_id = (d).business_id AND p.payment_id = (d).payment_id
         AND p.expected_uniform_amount > 0 AND p.deposit_currency = (d).deposit_currency
         AND (d).deposit_amount <= p.expected_deposit_amount) AS reported
   ORDER BY reported.eur DESC, reported.source = 'credited' DESC, reported.source LIMIT 1
$$;

CREATE OR REPLACE FUNCTION guard_review_decision() RETURNS trigger
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
    IF EXISTS (SELECT FROM approval_blocks(NEW.business_id, NEW.proposed_by, NEW.answered_by, NEW.answered_at)
                WHERE reason <> 'ownFactor') THEN
      RAISE EXCEPTION 'the approver is not independent: the two received access from one person less than 72 hours ago, or the approver joined by a copied link and is not verified'
        USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF TG_OP = 'INSERT' OR becomes_final THEN
    SELECT CASE WHEN bool_and(v.eur IS NOT NULL) THEN sum(v.eur) END,
           jsonb_agg(jsonb_build_object('case', c.number, 'kind', c.subject_kind, 'id', c.subject_id,
             'status', coalesce(d.status, w.status, p.status), 'refundStatus', d.refund_status,
             'eur', trim_scale(v.eur)::text, 'eurSource', v.source)
             ORDER BY c.case_id <> NEW.case_id, c.number)
      INTO eur, parts
      FROM review_case c
      LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
      LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
        AND w.business_id = c.business_id AND w.withdrawal_id = c.subject_id
      LEFT JOIN payment p ON c.subject_kind = 'payment' AND p.business_id = c.business_id AND p.payment_id = c.subject_id
     CROSS JOIN LATERAL review_deposit_value(d) AS v
     WHERE c.business_id = NEW.business_id AND c.owner_id = NEW.case_id;
    IF TG_OP = 'INSERT' THEN NEW.subjects := parts; END IF;
    NEW.needs_second := NEW.needs_second OR NEW.kind = 'report' OR eur IS NULL
      OR eur >= (setting_value(NEW.business_id, 'review-desk') ->> 'secondFromEur')::numeric
      OR coalesce(NEW.finding IN ('sanctions', 'terrorism'), false)
      OR EXISTS (SELECT FROM review_case c WHERE c.business_id = NEW.business_id AND c.owner_id = NEW.case_id AND c.two_people)
      OR EXISTS (SELECT FROM review_case_categories(NEW.business_id, NEW.case_id) AS category,
                   jsonb_array_elements_text(setting_value(NEW.business_id, 'review-desk') -> 'twoPersonCategories') AS term
                  WHERE strpos(translate(lower(category), ' _-', ''), translate(lower(term), ' _-', '')) > 0);
  END IF;
  RETURN NEW;
END
$$;

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
      -- So do the cases that joined it.
      IF NEW.two_people THEN
        UPDATE review_case SET two_people = true
         WHERE business_id = NEW.business_id AND owner_id = NEW.case_id AND case_id <> NEW.case_id AND NOT two_people;
      END IF;
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
     OR NOT EXISTS (SELECT FROM review_case c WHERE c.business_id = OLD.business_id AND c.owner_id = OLD.owner_id AND c.two_people) THEN
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

DROP FUNCTION default_setting, exceeded_creation_limit, approval_counts, probe_write, review_deposit_eur, review_deposit_eur_source,
  review_deposit_values, review_takes_two_by_risk, review_takes_two, review_independent, lock_setting;
-- The guards of proposals and of cases do what these did.
DROP TRIGGER proposal_token_guard ON proposal;
DROP FUNCTION guard_token_proposal();
DROP TRIGGER review_case_is_followed ON review_case;
DROP FUNCTION follow_review_case;
