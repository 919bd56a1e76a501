-- Settings of a person, devices and the reasons why sessions ended.

ALTER TABLE "person" ADD COLUMN "locale" TEXT,
ADD COLUMN "hour_cycle" TEXT,
ADD COLUMN "password_changed_at" TIMESTAMPTZ(6),
ADD COLUMN "devices_forgotten_at" TIMESTAMPTZ(6),
ADD COLUMN "kept_device" UUID,
ADD COLUMN "email_changed_at" TIMESTAMPTZ(6);

ALTER TABLE "session" ADD COLUMN "device_id" UUID,
ADD COLUMN "is_new_device" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "end_reason" TEXT;

ALTER TABLE person
  ADD CONSTRAINT person_locale CHECK (length(locale) BETWEEN 2 AND 35),
  ADD CONSTRAINT person_hour_cycle CHECK (hour_cycle IN ('h12', 'h23'));
ALTER TABLE session ADD CONSTRAINT session_end_reason CHECK (
  end_reason IN ('sign-out', 'revoked', 'limit', 'password', 'access'));

-- A mail to a person may contain a one-time link, and may go to an address that the person wants to use from now on.
ALTER TABLE "mail_message" ADD COLUMN "link_path" TEXT;
ALTER TABLE mail_message
  DROP CONSTRAINT mail_message_recipient,
  ADD CONSTRAINT mail_message_recipient CHECK (
    CASE WHEN invitation_id IS NULL THEN person_id IS NOT NULL ELSE person_id IS NULL AND address IS NOT NULL END),
  ADD CONSTRAINT mail_message_link CHECK (
    CASE WHEN invitation_id IS NULL THEN (link_path IS NULL) = (link_seed IS NULL) ELSE link_path IS NULL END),
  ADD CONSTRAINT mail_message_link_path CHECK (link_path IN ('reset', 'email'));

-- CreateTable
CREATE TABLE "password_reset_request" (
    "request_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "password_reset_request_pkey" PRIMARY KEY ("request_id")
);

-- CreateTable
CREATE TABLE "email_change" (
    "change_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(6),

    CONSTRAINT "email_change_pkey" PRIMARY KEY ("change_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "email_change_token_hash_key" ON "email_change"("token_hash");

-- CreateIndex
CREATE INDEX "email_change_person_id_created_at_idx" ON "email_change"("person_id", "created_at");

-- AddForeignKey
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE email_change
  ADD CONSTRAINT email_change_email CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 320),
  ADD CONSTRAINT email_change_token_hash CHECK (length(token_hash) = 32);
ALTER TABLE password_reset_request ADD CONSTRAINT password_reset_request_email CHECK (length(email) <= 320);

DO $$
DECLARE target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['password_reset_request', 'email_change'] LOOP
    EXECUTE format(
      $trigger$CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT
        WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                                  'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
        EXECUTE FUNCTION refuse_other_time_zone()$trigger$, target || '_is_written_in_utc', target);
  END LOOP;
END
$$;
