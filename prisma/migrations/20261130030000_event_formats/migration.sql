-- Chat channels as endpoints: their address is the secret, so it is stored encrypted, in `secret`, and `url` shows its host. An endpoint
-- that answers 429 gets nothing until `paused_until`.
ALTER TABLE event_endpoint
    ADD COLUMN format text NOT NULL DEFAULT 'standard',
    ADD COLUMN channel text,
    ADD COLUMN paused_until timestamptz(6);
