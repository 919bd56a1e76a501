-- AlterTable
ALTER TABLE "mail_message" ADD COLUMN     "address" TEXT,
ADD COLUMN     "invitation_id" UUID,
ADD COLUMN     "link_seed" BYTEA,
ALTER COLUMN "person_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "disabled_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "person" ADD COLUMN     "email_proved_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "invitation" (
    "invitation_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "business_id" UUID NOT NULL,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "delivery" TEXT NOT NULL,
    "invited_by" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "sent_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "accepted_at" TIMESTAMPTZ(6),
    "accepted_by" UUID,
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("invitation_id")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "reset_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("reset_id")
);

-- CreateTable
CREATE TABLE "access_grant" (
    "grant_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "business_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "granted_by" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "granted_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "access_grant_pkey" PRIMARY KEY ("grant_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_business_id_created_at_invitation_id_idx" ON "invitation"("business_id", "created_at", "invitation_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_one_open" ON "invitation"("business_id", "email") WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

-- CreateIndex
CREATE UNIQUE INDEX "password_reset_token_hash_key" ON "password_reset"("token_hash");

-- CreateIndex
CREATE INDEX "password_reset_person_id_created_at_idx" ON "password_reset"("person_id", "created_at");

-- CreateIndex
CREATE INDEX "access_grant_business_id_granted_by_granted_at_idx" ON "access_grant"("business_id", "granted_by", "granted_at");

-- CreateIndex
CREATE INDEX "mail_message_invitation_id_created_at_idx" ON "mail_message"("invitation_id", "created_at") WHERE (invitation_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitation"("invitation_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "business"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_accepted_by_fkey" FOREIGN KEY ("accepted_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "business"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_granted_by_fkey" FOREIGN KEY ("granted_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE invitation
  ADD CONSTRAINT invitation_email CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 320),
  -- Only the set-up link of an installation is open to any address.
  ADD CONSTRAINT invitation_set_up CHECK (email IS NOT NULL OR (invited_by IS NULL AND role = 'owner')),
  ADD CONSTRAINT invitation_role CHECK (role IN ('viewer', 'accountant', 'finance', 'compliance', 'owner')),
  ADD CONSTRAINT invitation_token_hash CHECK (length(token_hash) = 32),
  ADD CONSTRAINT invitation_delivery CHECK (delivery IN ('mail', 'link')),
  ADD CONSTRAINT invitation_accepted CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  ADD CONSTRAINT invitation_ended_once CHECK (accepted_at IS NULL OR revoked_at IS NULL);
ALTER TABLE password_reset ADD CONSTRAINT password_reset_token_hash CHECK (length(token_hash) = 32);
ALTER TABLE access_grant
  ADD CONSTRAINT access_grant_kind CHECK (kind IN ('invitation', 'role', 'enable', 'reset')),
  ADD CONSTRAINT access_grant_two_people CHECK (granted_by <> person_id);
-- A mail goes to a person, or to the address of an invitation.
ALTER TABLE mail_message ADD CONSTRAINT mail_message_recipient CHECK (
  (address IS NULL) = (person_id IS NOT NULL)
  AND (address IS NULL) = (invitation_id IS NULL) AND (invitation_id IS NOT NULL OR link_seed IS NULL));

-- An accepted or revoked invitation stays as it is, so that its link never works again. Nobody can move an invitation
-- to another address, business or role.
CREATE FUNCTION guard_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.accepted_at IS NOT NULL OR OLD.revoked_at IS NOT NULL
     OR (NEW.invitation_id, NEW.business_id, NEW.email, NEW.role, NEW.invited_by, NEW.created_at)
        IS DISTINCT FROM (OLD.invitation_id, OLD.business_id, OLD.email, OLD.role, OLD.invited_by, OLD.created_at) THEN
    RAISE EXCEPTION 'an invitation is accepted or revoked once and keeps its terms'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER invitation_stays BEFORE UPDATE ON invitation FOR EACH ROW EXECUTE FUNCTION guard_invitation();

-- The record of who received access from whom is the basis of the rule below.
CREATE FUNCTION guard_access_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a record of granted access is never changed' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER access_grant_stays BEFORE UPDATE OR DELETE ON access_grant
  FOR EACH ROW EXECUTE FUNCTION guard_access_grant();

-- Returns true for an owner or a member of compliance whose access is not disabled, neither here nor everywhere. Holds
-- the membership until the transaction ends, so that a role can't be taken away between the check and the commit.
CREATE OR REPLACE FUNCTION review_eligible(business uuid, person uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM membership m JOIN person p ON p.id = m.person_id
   WHERE m.business_id = business AND m.person_id = person
     AND m.role IN ('compliance', 'owner') AND m.disabled_at IS NULL AND p.disabled_at IS NULL
     FOR SHARE;
  RETURN FOUND;
END
$$;

-- Returns false if the approver received access from the proposer within the 72 hours before: by an invitation, a role,
-- enabling or a password reset. Access that the proposer's own recipients passed on counts as well.
CREATE FUNCTION review_independent(business uuid, proposer uuid, approver uuid, approved_at timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE dependent(person) AS (
    SELECT proposer
    UNION
    SELECT g.person_id FROM dependent d JOIN access_grant g
      ON g.business_id = business AND g.granted_by = d.person AND g.granted_at > approved_at - interval '72 hours')
  SELECT approver = proposer OR NOT EXISTS (SELECT FROM dependent WHERE person = approver)
$$;

CREATE FUNCTION guard_independent_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT review_independent(NEW.business_id, NEW.proposed_by, NEW.answered_by, NEW.answered_at) THEN
    RAISE EXCEPTION 'the approver received access from the proposer less than 72 hours ago'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
DO $$
DECLARE target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['review_decision', 'review_reopening', 'review_setting_change', 'review_rule_change']
  LOOP
    EXECUTE format(
      $trigger$CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW
        WHEN (OLD.state = 'proposed' AND NEW.state = 'final' AND NEW.answered_by IS NOT NULL)
        EXECUTE FUNCTION guard_independent_approval()$trigger$, target || '_takes_an_independent_person', target);
  END LOOP;
  FOREACH target IN ARRAY ARRAY['invitation', 'password_reset', 'access_grant'] LOOP
    EXECUTE format(
      $trigger$CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT
        WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                                  'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
        EXECUTE FUNCTION refuse_other_time_zone()$trigger$, target || '_is_written_in_utc', target);
  END LOOP;
END
$$;

-- An older program lets disabled members in and fails at the role Accountant.
INSERT INTO schema_requirement (migration, oldest_program) VALUES ('20261126010000_team', '20261126010000_team');
