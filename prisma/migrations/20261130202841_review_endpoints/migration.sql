-- Endpoints that receive changes of review cases. Two people agree to each, and no other endpoint has a type of these.
ALTER TABLE proposal DROP CONSTRAINT proposal_kind;
ALTER TABLE proposal ADD CONSTRAINT proposal_kind CHECK (kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'payment',
    'hold-lift', 'review-rule', 'reopening', 'opening-position', 'callback-basis', 'period-close', 'period-reopening',
    'auditor-risk', 'api-token', 'token-lifetime', 'review-endpoint'));

ALTER TABLE event_endpoint ADD CONSTRAINT event_endpoint_types CHECK (CASE format
    WHEN 'compliance' THEN types <@ '{review-case.opened,review-case.decided,review-case.reopened,review-case.merged}'::text[]
    ELSE NOT types && '{review-case.opened,review-case.decided,review-case.reopened,review-case.merged}'::text[] END);
