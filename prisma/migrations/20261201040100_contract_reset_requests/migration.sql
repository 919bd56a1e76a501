-- A request for a link for a new password is a one-time token of an address, until a job answers it.
ALTER TABLE one_time_token
  DROP CONSTRAINT one_time_token_kind,
  DROP CONSTRAINT one_time_token_email,
  DROP CONSTRAINT one_time_token_person;
ALTER TABLE one_time_token
  ADD CONSTRAINT one_time_token_kind CHECK (kind IN ('email-change', 'password-reset', 'password-reset-request', 'sign-in',
    'recovery-code', 'passkey-register', 'passkey-sign-in', 'passkey-second-factor', 'passkey-reauthenticate')),
  ADD CONSTRAINT one_time_token_email CHECK ((kind IN ('email-change', 'password-reset-request')) = (email IS NOT NULL)
    AND length(email) <= 320 AND (kind = 'password-reset-request' OR email = lower(email) AND length(email) >= 3)),
  ADD CONSTRAINT one_time_token_person
    CHECK ((kind LIKE 'passkey-%' OR kind = 'password-reset-request') = (person_id IS NULL));
INSERT INTO one_time_token (kind, email, token_hash, created_at, expires_at)
  SELECT 'password-reset-request', email, sha256(uuid_send(request_id)), requested_at, requested_at + interval '30 minutes'
    FROM password_reset_request;
DROP TABLE password_reset_request;
