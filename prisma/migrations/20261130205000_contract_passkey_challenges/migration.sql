-- A challenge of a passkey is a one-time token of a session, of a sign-in that waits, or of nobody yet.
ALTER TABLE one_time_token
  ALTER COLUMN person_id DROP NOT NULL,
  ADD COLUMN session_id uuid,
  ADD COLUMN pending_id uuid,
  DROP CONSTRAINT one_time_token_kind,
  ADD CONSTRAINT one_time_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT one_time_token_pending_id_fkey FOREIGN KEY (pending_id) REFERENCES one_time_token(token_id) ON UPDATE CASCADE ON DELETE CASCADE;
INSERT INTO one_time_token (kind, token_hash, created_at, expires_at, session_id, pending_id)
  SELECT 'passkey-' || purpose, sha256(challenge), expires_at - interval '5 minutes', expires_at, session_id, pending_id
    FROM passkey_challenge;
ALTER TABLE one_time_token
  ADD CONSTRAINT one_time_token_kind CHECK (kind IN ('email-change', 'password-reset', 'sign-in',
    'passkey-register', 'passkey-sign-in', 'passkey-second-factor', 'passkey-reauthenticate')),
  ADD CONSTRAINT one_time_token_person CHECK ((kind LIKE 'passkey-%') = (person_id IS NULL)),
  ADD CONSTRAINT one_time_token_session CHECK ((kind IN ('passkey-register', 'passkey-reauthenticate')) = (session_id IS NOT NULL)),
  ADD CONSTRAINT one_time_token_pending CHECK ((kind = 'passkey-second-factor') = (pending_id IS NOT NULL));
DROP TABLE passkey_challenge;
