-- When the person last proved a second factor in a session. Changes of factors need a recent time from people who have one.

ALTER TABLE "session" ADD COLUMN "factor_proved_at" TIMESTAMPTZ(6);
