-- The order of risk categories, templates of reasons, texts for customers and the remembered columns of payment files are
-- settings, too. One person changes them. The audit log has earlier values until its entries expire, except of columns.
ALTER TABLE setting DROP CONSTRAINT setting_kind;
ALTER TABLE setting DROP CONSTRAINT setting_value;
ALTER TABLE setting ADD CONSTRAINT setting_kind CHECK (kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'opening-position',
    'callback-basis', 'accounting', 'reconciliation', 'token-lifetime', 'review-categories', 'review-template', 'customer-text', 'batch-columns'));
ALTER TABLE setting DROP CONSTRAINT setting_subject;
ALTER TABLE setting ADD CONSTRAINT setting_subject CHECK (CASE kind
    WHEN 'creation-limit' THEN subject <> ''
    WHEN 'opening-position' THEN subject <> ''
    WHEN 'retention' THEN subject IN ('payment', 'withdrawal', 'case', 'audit', 'sign-in', 'callback')
    WHEN 'review-template' THEN subject <> ''
    WHEN 'customer-text' THEN subject ~ '^(request|reminder)/.'
    WHEN 'batch-columns' THEN subject <> ''
    ELSE subject = '' END);
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
    WHEN 'review-categories' THEN value IS NOT NULL AND jsonb_typeof(value) = 'array' AND jsonb_array_length(value) <= 200
      AND NOT jsonb_path_exists(value, 'strict $[*] ? (@.type() != "string" || !(@ like_regex "^ *[^ ](.{0,198}[^ ])? *$" flag "s"))')
    WHEN 'review-template' THEN value IS NULL OR jsonb_path_exists(value, 'strict $ ? (@.name.type() == "string" && @.text.type() == "string"
        && (@.kind == "clear" || @.kind == "keep-blocked" || @.kind == "recommend-refund" || @.kind == "report"))')
      AND length(trim(value ->> 'name')) BETWEEN 1 AND 80 AND length(trim(value ->> 'text')) BETWEEN 1 AND 5000
    WHEN 'customer-text' THEN value IS NULL OR jsonb_typeof(value) = 'string' AND length(value #>> '{}') BETWEEN 1 AND 2000
    WHEN 'batch-columns' THEN jsonb_typeof(value -> 'mapping') IS NOT DISTINCT FROM 'array'
      AND jsonb_typeof(value -> 'defaults') IS NOT DISTINCT FROM 'object'
      AND NOT jsonb_path_exists(value, 'strict $.mapping[*] ? (@.type() != "string")')
    ELSE value IS NOT NULL AND (value ->> 'secondFromEur')::numeric IS NOT NULL AND (value ->> 'dueHours')::integer IS NOT NULL
      AND jsonb_typeof(value -> 'twoPersonCategories') IS NOT DISTINCT FROM 'array' END);

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
    WHEN 'review-desk' THEN (after ->> 'secondFromEur')::numeric > (before ->> 'secondFromEur')::numeric
      OR (after ->> 'dueHours')::integer > (before ->> 'dueHours')::integer
      OR (before ->> 'riskScoreFrom' IS NOT NULL AND (after ->> 'riskScoreFrom' IS NULL
          OR (after ->> 'riskScoreFrom')::numeric > (before ->> 'riskScoreFrom')::numeric))
      OR NOT after -> 'twoPersonCategories' @> (before -> 'twoPersonCategories')
    -- Stored files and matches keep what counted for them, and the other kinds protect nothing.
    WHEN 'accounting' THEN false
    WHEN 'reconciliation' THEN false
    WHEN 'review-categories' THEN false
    WHEN 'review-template' THEN false
    WHEN 'customer-text' THEN false
    WHEN 'batch-columns' THEN false END, true)
$$;

-- The values keep the numbers of their versions.
ALTER TABLE setting DISABLE TRIGGER setting_guard;
INSERT INTO setting (business_id, kind, value)
SELECT business_id, 'review-categories', jsonb_agg(name ORDER BY position) FROM review_category GROUP BY business_id;
INSERT INTO setting (business_id, kind, subject, value, version)
SELECT DISTINCT ON (business_id, template_id) business_id, 'review-template', template_id::text,
       CASE WHEN NOT removed THEN jsonb_build_object('kind', kind, 'name', name, 'text', text) END, version
  FROM review_reason_template ORDER BY business_id, template_id, version DESC;
INSERT INTO setting (business_id, kind, subject, value)
SELECT business_id, 'customer-text', kind || '/' || language, to_jsonb(text) FROM customer_message;
INSERT INTO setting (business_id, kind, subject, value)
SELECT business_id, 'batch-columns', encode(signature, 'hex'), jsonb_build_object('mapping', coalesce(mapping, '{}'), 'defaults', defaults)
  FROM payment_batch_mapping;
ALTER TABLE setting ENABLE TRIGGER setting_guard;

DROP TABLE review_category;
DROP TABLE review_reason_template;
DROP TABLE customer_message;
DROP TABLE payment_batch_mapping;
