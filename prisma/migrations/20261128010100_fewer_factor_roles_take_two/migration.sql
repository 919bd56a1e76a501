-- AlterTable
ALTER TABLE "second_factor_policy" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "second_factor_policy_change" (
    "business_id" UUID NOT NULL,
    "change_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "version" INTEGER NOT NULL,
    "old_roles" TEXT[],
    "roles" TEXT[],
    "reason" TEXT NOT NULL,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(6) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "answered_by" UUID,
    "answered_at" TIMESTAMPTZ(6),
    "answer" TEXT,

    CONSTRAINT "second_factor_policy_change_pkey" PRIMARY KEY ("business_id","change_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "second_factor_policy_change_one_proposal" ON "second_factor_policy_change"("business_id") WHERE (state = 'proposed');

-- AddForeignKey
ALTER TABLE "second_factor_policy_change" ADD CONSTRAINT "second_factor_policy_change_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "second_factor_policy"("business_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factor_policy_change" ADD CONSTRAINT "second_factor_policy_change_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE second_factor_policy_change
  ADD CONSTRAINT second_factor_policy_change_state CHECK (state IN ('proposed', 'final', 'declined', 'withdrawn')),
  ADD CONSTRAINT second_factor_policy_change_reason CHECK (length(trim(reason)) > 0),
  ADD CONSTRAINT second_factor_policy_change_roles CHECK (
    roles IS NOT NULL AND old_roles IS NOT NULL AND old_roles @> roles AND NOT roles @> old_roles
    AND roles @> ARRAY['compliance', 'owner']),
  ADD CONSTRAINT second_factor_policy_change_answered CHECK (
    (state = 'proposed') = (answered_by IS NULL) AND (answered_by IS NULL) = (answered_at IS NULL)),
  ADD CONSTRAINT second_factor_policy_change_second_person CHECK (
    state NOT IN ('final', 'declined') OR answered_by <> proposed_by),
  ADD CONSTRAINT second_factor_policy_change_withdrawn CHECK (state <> 'withdrawn' OR answered_by = proposed_by);

-- Returns true for an owner with access. Holds the membership until the transaction ends, so that the role can't be taken
-- away between the check and the commit.
CREATE FUNCTION is_owner_with_access(business uuid, person uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM membership m JOIN person p ON p.id = m.person_id
   WHERE m.business_id = business AND m.person_id = person AND m.role = 'owner'
     AND m.disabled_at IS NULL AND p.disabled_at IS NULL
     FOR SHARE;
  RETURN FOUND;
END
$$;

-- A proposal records the roles that it starts from. It is approved only while they are unchanged, by another owner, and
-- only while both are owners.
CREATE FUNCTION guard_second_factor_policy_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  policy second_factor_policy;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a proposed change of the required roles is never deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO policy FROM second_factor_policy WHERE business_id = NEW.business_id FOR UPDATE;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'fewer required roles begin as a proposal' USING ERRCODE = 'check_violation';
    END IF;
    NEW.version := policy.version;
    NEW.old_roles := policy.roles;
    RETURN NEW;
  END IF;
  IF OLD.state <> 'proposed'
     OR (NEW.business_id, NEW.change_id, NEW.version, NEW.old_roles, NEW.roles, NEW.reason, NEW.proposed_by,
         NEW.proposed_at)
        IS DISTINCT FROM (OLD.business_id, OLD.change_id, OLD.version, OLD.old_roles, OLD.roles, OLD.reason,
         OLD.proposed_by, OLD.proposed_at) THEN
    RAISE EXCEPTION 'a proposed or answered change of the required roles is never changed'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'final' THEN
    IF policy.version IS DISTINCT FROM OLD.version THEN
      RAISE EXCEPTION 'the required roles have changed since the proposal' USING ERRCODE = 'check_violation';
    END IF;
    IF NOT (is_owner_with_access(NEW.business_id, NEW.proposed_by)
            AND is_owner_with_access(NEW.business_id, NEW.answered_by)) THEN
      RAISE EXCEPTION 'two owners approve fewer required roles' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER second_factor_policy_change_stays BEFORE INSERT OR UPDATE OR DELETE ON second_factor_policy_change
  FOR EACH ROW EXECUTE FUNCTION guard_second_factor_policy_change();
CREATE TRIGGER second_factor_policy_change_takes_an_independent_person BEFORE UPDATE ON second_factor_policy_change
  FOR EACH ROW WHEN (OLD.state = 'proposed' AND NEW.state = 'final' AND NEW.answered_by IS NOT NULL)
  EXECUTE FUNCTION guard_independent_approval();

-- Fewer roles need a change that another owner approved for exactly these roles. Every change counts the version up, so
-- an approval works once.
CREATE OR REPLACE FUNCTION guard_second_factor_policy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.business_id <> OLD.business_id THEN
    RAISE EXCEPTION 'the roles that need a second factor are never deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.version := OLD.version;
  IF NEW.roles @> OLD.roles AND OLD.roles @> NEW.roles THEN
    RETURN NEW;
  END IF;
  NEW.version := OLD.version + 1;
  IF NOT NEW.roles @> OLD.roles AND NOT EXISTS (
       SELECT FROM second_factor_policy_change c
        WHERE c.business_id = NEW.business_id AND c.version = OLD.version AND c.state = 'final'
          AND c.answered_by <> c.proposed_by AND c.roles @> NEW.roles AND NEW.roles @> c.roles) THEN
    RAISE EXCEPTION 'another owner approves fewer roles that need a second factor first'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER second_factor_policy_change_is_written_in_utc BEFORE INSERT OR UPDATE ON second_factor_policy_change
  FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
