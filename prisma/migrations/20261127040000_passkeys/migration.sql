-- Passkeys of people, and the challenges that they sign.

-- CreateTable
CREATE TABLE "passkey" (
    "passkey_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "is_syncable" BOOLEAN NOT NULL,
    "is_backed_up" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "last_used_at" TIMESTAMPTZ(6),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("passkey_id")
);

-- CreateTable
CREATE TABLE "passkey_challenge" (
    "challenge" BYTEA NOT NULL,
    "purpose" TEXT NOT NULL,
    "session_id" UUID,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("challenge")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_person_id_created_at_idx" ON "passkey"("person_id", "created_at");

-- CreateIndex
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge"("expires_at");

-- CreateIndex
CREATE INDEX "passkey_challenge_session_id_idx" ON "passkey_challenge"("session_id");

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE passkey
  ADD CONSTRAINT passkey_credential_id CHECK (length(credential_id) BETWEEN 1 AND 1023),
  ADD CONSTRAINT passkey_public_key CHECK (length(public_key) BETWEEN 1 AND 4096),
  ADD CONSTRAINT passkey_counter CHECK (counter BETWEEN 0 AND 4294967295),
  ADD CONSTRAINT passkey_name CHECK (length(name) BETWEEN 1 AND 120),
  ADD CONSTRAINT passkey_transports CHECK (transports IS NOT NULL AND cardinality(transports) <= 10),
  ADD CONSTRAINT passkey_backup CHECK (is_syncable OR NOT is_backed_up);
ALTER TABLE passkey_challenge
  ADD CONSTRAINT passkey_challenge_length CHECK (length(challenge) = 32),
  ADD CONSTRAINT passkey_challenge_purpose CHECK (purpose IN ('register', 'sign-in', 'second-factor', 'reauthenticate')),
  ADD CONSTRAINT passkey_challenge_session CHECK (
    (purpose IN ('sign-in', 'second-factor')) = (session_id IS NULL));

-- A passkey keeps its person and its key, and its counter never falls.
CREATE FUNCTION guard_passkey() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.passkey_id, NEW.person_id, NEW.credential_id, NEW.public_key, NEW.created_at)
     IS DISTINCT FROM
     (OLD.passkey_id, OLD.person_id, OLD.credential_id, OLD.public_key, OLD.created_at)
     OR NEW.counter < OLD.counter THEN
    RAISE EXCEPTION 'a passkey keeps its person and its key, and its counter never falls'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER passkey_stays BEFORE UPDATE ON passkey FOR EACH ROW EXECUTE FUNCTION guard_passkey();

-- A challenge is inserted and deleted, never changed.
CREATE FUNCTION guard_passkey_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a passkey challenge works once' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER passkey_challenge_stays BEFORE UPDATE ON passkey_challenge
  FOR EACH ROW EXECUTE FUNCTION guard_passkey_challenge();

DO $$
DECLARE target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['passkey', 'passkey_challenge'] LOOP
    EXECUTE format(
      $trigger$CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT
        WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                                  'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
        EXECUTE FUNCTION refuse_other_time_zone()$trigger$, target || '_is_written_in_utc', target);
  END LOOP;
END
$$;
