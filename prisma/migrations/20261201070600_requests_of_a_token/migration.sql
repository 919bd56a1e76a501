-- A request with a token finds it, counts and records its use in one statement.
ALTER TABLE api_token ADD COLUMN period_requests integer NOT NULL DEFAULT 0;
ALTER TABLE api_token ADD COLUMN period_ends_at timestamptz(6);
