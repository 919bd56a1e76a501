-- How long sign-ins are kept is the value of a setting, and the categories of an assessment are needed in one function.
CREATE OR REPLACE FUNCTION setting_value(business uuid, of_kind text, of_subject text DEFAULT '') RETURNS jsonb
LANGUAGE sql
STABLE
AS $$
  SELECT coalesce((SELECT s.value FROM setting s WHERE s.business_id = business AND s.kind = of_kind AND s.subject = of_subject),
    CASE of_kind
      WHEN 'required-roles' THEN '["compliance", "owner"]'::jsonb
      WHEN 'token-lifetime' THEN '90'::jsonb
      -- Sign-ins belong to no business, but to the chain of the installation.
      WHEN 'retention' THEN (
        SELECT CASE WHEN bool_and(r.value IS NOT NULL) THEN to_jsonb(max((r.value #>> '{}')::integer)) END
          FROM business b LEFT JOIN setting r ON r.business_id = b.id AND r.kind = 'retention' AND r.subject = 'sign-in'
         WHERE business = '00000000-0000-0000-0000-000000000000' AND of_subject = 'sign-in')
      WHEN 'review-desk' THEN '{"secondFromEur": "1000", "dueHours": 24, "riskScoreFrom": null,
        "twoPersonCategories": ["sanction", "terror", "ofac", "specially designated"]}'::jsonb END)
$$;

CREATE OR REPLACE FUNCTION expire_audit_prefix(chain uuid, anchored bigint, anchor_number bigint, kept bigint[]) RETURNS TABLE(removed integer, years integer)
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
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
  years := (setting_value(chain, 'retention', expiring) #>> '{}')::integer;
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

CREATE OR REPLACE FUNCTION guard_record_expiry() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  rule_years integer;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'the evidence of expired records refuses %', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM setting r WHERE r.kind = 'retention' AND r.subject = NEW.kind
    AND (r.business_id = NEW.business_id OR NEW.kind = 'sign-in')
    ORDER BY r.business_id FOR SHARE;
  rule_years := (setting_value(NEW.business_id, 'retention', NEW.kind) #>> '{}')::integer;
  IF rule_years IS NULL OR NEW.years <> rule_years
     OR (retention_obstacle(NEW.business_id, NEW.kind, NEW.record_id, now() - make_interval(years => rule_years))).obstacle IS NOT NULL THEN
    RAISE EXCEPTION 'this record does not expire' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.expired_at := now();
  NEW.transaction := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END
$$;
DROP FUNCTION retention_years(uuid, text);

CREATE OR REPLACE FUNCTION review_case_categories(business uuid, of_case uuid) RETURNS SETOF text
LANGUAGE sql
STABLE
AS $$
  WITH part AS (
    SELECT case_id, subject_kind, subject_id FROM review_case
     WHERE business_id = business AND owner_id = of_case)
  SELECT coalesce(entity ->> 'category', '') FROM part
    JOIN deposit_risk r ON part.subject_kind = 'deposit' AND r.business_id = business AND r.deposit_id = part.subject_id
    CROSS JOIN LATERAL (SELECT jsonb_path_query(r.assessment, '$.sourceRiskEntities[*]') AS entity
                        UNION ALL SELECT jsonb_path_query(r.assessment, '$.destinationRiskEntities[*]')
                        UNION ALL SELECT jsonb_path_query(r.assessment, '$.addressOwner')) AS assessed
   WHERE jsonb_typeof(entity) = 'object'
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
DROP FUNCTION review_risk_categories(jsonb);
