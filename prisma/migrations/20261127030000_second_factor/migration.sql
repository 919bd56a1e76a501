-- Second factors, recovery codes, sign-ins that wait for the second factor, and remembered devices.

-- AlterTable
ALTER TABLE "person" ADD COLUMN     "is_factor_exempt" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "second_factor_due_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "second_factor" (
    "factor_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "secret" BYTEA,
    "key_id" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(6),
    "last_step" BIGINT,
    "last_used_at" TIMESTAMPTZ(6),

    CONSTRAINT "second_factor_pkey" PRIMARY KEY ("factor_id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "person_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("person_id","code_hash")
);

-- CreateTable
CREATE TABLE "pending_sign_in" (
    "pending_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "device_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "passed_at" TIMESTAMPTZ(6),
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "pending_sign_in_pkey" PRIMARY KEY ("pending_id")
);

-- CreateTable
CREATE TABLE "remembered_device" (
    "person_id" UUID NOT NULL,
    "device_id" UUID NOT NULL,
    "remembered_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "remembered_device_pkey" PRIMARY KEY ("person_id","device_id")
);

-- CreateTable
CREATE TABLE "second_factor_policy" (
    "business_id" UUID NOT NULL,
    "roles" TEXT[],
    "changed_at" TIMESTAMPTZ(6) NOT NULL,
    "changed_by" UUID NOT NULL,

    CONSTRAINT "second_factor_policy_pkey" PRIMARY KEY ("business_id")
);

-- CreateIndex
CREATE INDEX "second_factor_person_id_idx" ON "second_factor"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "second_factor_one_totp" ON "second_factor"("person_id", "kind") WHERE ((kind = 'totp'::text) AND (confirmed_at IS NOT NULL));

-- CreateIndex
CREATE UNIQUE INDEX "pending_sign_in_token_hash_key" ON "pending_sign_in"("token_hash");

-- CreateIndex
CREATE INDEX "pending_sign_in_person_id_created_at_idx" ON "pending_sign_in"("person_id", "created_at");

-- AddForeignKey
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_sign_in" ADD CONSTRAINT "pending_sign_in_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "remembered_device" ADD CONSTRAINT "remembered_device_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factor_policy" ADD CONSTRAINT "second_factor_policy_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "business"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factor_policy" ADD CONSTRAINT "second_factor_policy_changed_by_fkey" FOREIGN KEY ("changed_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE second_factor
  ADD CONSTRAINT second_factor_kind CHECK (kind IN ('totp')),
  ADD CONSTRAINT second_factor_secret CHECK (kind <> 'totp' OR (secret IS NOT NULL AND key_id IS NOT NULL));
ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_hash CHECK (length(code_hash) = 32);
ALTER TABLE pending_sign_in ADD CONSTRAINT pending_sign_in_token_hash CHECK (length(token_hash) = 32);
ALTER TABLE second_factor_policy ADD CONSTRAINT second_factor_policy_roles CHECK (
  roles IS NOT NULL AND roles <@ ARRAY['viewer', 'accountant', 'finance', 'compliance', 'owner']
  AND roles @> ARRAY['compliance', 'owner']);
ALTER TABLE session
  DROP CONSTRAINT session_end_reason,
  ADD CONSTRAINT session_end_reason CHECK (
    end_reason IN ('sign-out', 'revoked', 'limit', 'password', 'access', 'factor'));
ALTER TABLE access_grant
  DROP CONSTRAINT access_grant_kind,
  ADD CONSTRAINT access_grant_kind CHECK (kind IN ('invitation', 'role', 'enable', 'reset', 'factor'));

-- A code is used once, and a used code never works again.
CREATE FUNCTION guard_recovery_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.used_at IS NOT NULL OR (NEW.person_id, NEW.code_hash) IS DISTINCT FROM (OLD.person_id, OLD.code_hash) THEN
    RAISE EXCEPTION 'a recovery code is used once' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER recovery_code_stays BEFORE UPDATE ON recovery_code FOR EACH ROW EXECUTE FUNCTION guard_recovery_code();

-- The step of the last used code only grows, and a factor never changes its person.
CREATE FUNCTION guard_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.factor_id, NEW.person_id, NEW.kind) IS DISTINCT FROM (OLD.factor_id, OLD.person_id, OLD.kind)
     OR (OLD.confirmed_at IS NOT NULL AND NEW.confirmed_at IS DISTINCT FROM OLD.confirmed_at)
     OR (OLD.last_step IS NOT NULL AND (NEW.last_step IS NULL OR NEW.last_step < OLD.last_step)) THEN
    RAISE EXCEPTION 'a second factor keeps its person, and its codes are used once'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER second_factor_stays BEFORE UPDATE ON second_factor FOR EACH ROW EXECUTE FUNCTION guard_second_factor();

-- A sign-in that ended never becomes a session.
CREATE FUNCTION guard_pending_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL
     OR (NEW.pending_id, NEW.person_id, NEW.token_hash, NEW.device_id, NEW.created_at, NEW.expires_at)
        IS DISTINCT FROM
        (OLD.pending_id, OLD.person_id, OLD.token_hash, OLD.device_id, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'a pending sign-in ends once and keeps its terms' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER pending_sign_in_stays BEFORE UPDATE ON pending_sign_in
  FOR EACH ROW EXECUTE FUNCTION guard_pending_sign_in();

-- More roles may need a second factor, never fewer.
CREATE FUNCTION guard_second_factor_policy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.business_id <> OLD.business_id OR NOT NEW.roles @> OLD.roles THEN
    RAISE EXCEPTION 'the roles that need a second factor are never fewer' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER second_factor_policy_only_grows BEFORE UPDATE OR DELETE ON second_factor_policy
  FOR EACH ROW EXECUTE FUNCTION guard_second_factor_policy();

DO $$
DECLARE target text;
BEGIN
  FOREACH target IN ARRAY
    ARRAY['second_factor', 'recovery_code', 'pending_sign_in', 'remembered_device', 'second_factor_policy']
  LOOP
    EXECUTE format(
      $trigger$CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT
        WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                                  'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
        EXECUTE FUNCTION refuse_other_time_zone()$trigger$, target || '_is_written_in_utc', target);
  END LOOP;
END
$$;

-- An older program signs people in without their second factor.
INSERT INTO schema_requirement (migration, oldest_program)
VALUES ('20261127030000_second_factor', '20261127030000_second_factor');
