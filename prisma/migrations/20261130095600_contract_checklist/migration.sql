-- The completed steps of the checklist are part of the case: { step, personId, at } in the order of their times.
ALTER TABLE review_case ADD COLUMN checks jsonb NOT NULL DEFAULT '[]', ADD CONSTRAINT review_case_checks CHECK (
  jsonb_typeof(checks) = 'array' AND jsonb_array_length(checks) <= 6
  AND NOT jsonb_path_exists(checks, '$[*] ? (!(@.step.type() == "string" && @.at.type() == "number" && @.personId.type() == "string"
    && @.personId like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"))')
  -- The six steps differ.
  AND NOT jsonb_path_exists(checks, '$[*] ? ($[0].step == $[1 to 5].step || $[1].step == $[2 to 5].step
    || $[2].step == $[3 to 5].step || $[3].step == $[4 to 5].step || $[4].step == $[5].step)'));
ALTER TABLE review_case DISABLE TRIGGER USER;
UPDATE review_case c SET checks = k.checks
  FROM (SELECT business_id, case_id, jsonb_agg(jsonb_build_object('step', step, 'personId', person_id,
          'at', floor(extract(epoch FROM at) * 1000)::bigint) ORDER BY at, step) AS checks
          FROM review_check GROUP BY business_id, case_id) AS k
 WHERE k.business_id = c.business_id AND k.case_id = c.case_id;
ALTER TABLE review_case ENABLE TRIGGER USER;

CREATE OR REPLACE FUNCTION last_change_of_cases(business uuid, family uuid[]) RETURNS timestamp with time zone
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
    UNION ALL SELECT to_timestamp((k ->> 'at')::bigint / 1000.0) FROM review_case, jsonb_array_elements(checks) AS k
               WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT f.at FROM review_file f WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT greatest(saved_at, filed_at) FROM review_report WHERE business_id = business AND case_id = ANY(family)
    UNION ALL SELECT saved_at FROM form_draft WHERE business_id = business AND subject = ANY(family::text[]) AND form LIKE 'case-%'
  ) AS changes
$$;

CREATE OR REPLACE FUNCTION expire_case(business uuid, of_case uuid) RETURNS text
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

DROP TABLE review_check;
