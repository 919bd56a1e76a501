-- Their tables have few rows for years: people, memberships, sessions, anchors, mails of some days, and cases that wait.
DROP INDEX audit_anchor_unsent_idx;
DROP INDEX mail_message_business_id_created_at_idx;
DROP INDEX mail_message_invitation_id_created_at_idx;
DROP INDEX membership_business_id_idx;
DROP INDEX passkey_person_id_created_at_idx;
DROP INDEX review_case_business_id_assignee_id_due_at_idx;
DROP INDEX review_decision_by_end;
DROP INDEX second_factor_person_id_idx;
DROP INDEX session_person_id_idx;
-- Evidence is looked up by its record.
DROP INDEX record_expiry_business_id_expired_at_idx;

-- Their own numbers named nothing: a decision is the revision that it makes, and an identity that of its provider.
ALTER TABLE callback_decision DROP COLUMN id, ADD CONSTRAINT callback_decision_pkey PRIMARY KEY (message_id, revision);
DROP INDEX callback_decision_message_id_revision_key;
ALTER TABLE person_identity DROP COLUMN identity_id, ADD CONSTRAINT person_identity_pkey PRIMARY KEY (issuer, subject);
DROP INDEX person_identity_issuer_subject_key;
