-- A recovery code is a one-time token that doesn't expire.
ALTER TABLE one_time_token DROP CONSTRAINT one_time_token_kind;
ALTER TABLE one_time_token
  ADD CONSTRAINT one_time_token_kind CHECK (kind IN ('email-change', 'password-reset', 'sign-in', 'recovery-code',
    'passkey-register', 'passkey-sign-in', 'passkey-second-factor', 'passkey-reauthenticate')),
  ADD CONSTRAINT one_time_token_expires CHECK ((kind = 'recovery-code') = (expires_at = 'infinity'));
INSERT INTO one_time_token (kind, person_id, token_hash, created_at, expires_at, used_at)
  SELECT 'recovery-code', person_id, code_hash, created_at, 'infinity', used_at FROM recovery_code;
DROP TABLE recovery_code;
