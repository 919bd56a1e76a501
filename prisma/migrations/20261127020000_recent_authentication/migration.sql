-- When the person of a session last proved who they are. Sensitive actions need a recent time.

ALTER TABLE "session" ADD COLUMN "authenticated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Sessions of earlier versions proved it when they signed in.
UPDATE session SET authenticated_at = created_at;
