-- The accounts of people at the OpenID provider.

-- CreateTable
CREATE TABLE "person_identity" (
    "identity_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(6) NOT NULL,
    "last_used_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "person_identity_pkey" PRIMARY KEY ("identity_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "person_identity_issuer_subject_key" ON "person_identity"("issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "person_identity_person_id_issuer_key" ON "person_identity"("person_id", "issuer");

-- AddForeignKey
ALTER TABLE "person_identity" ADD CONSTRAINT "person_identity_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on what Prisma's schema can't say.

ALTER TABLE person_identity
  ADD CONSTRAINT person_identity_issuer CHECK (length(issuer) BETWEEN 8 AND 2000),
  ADD CONSTRAINT person_identity_subject CHECK (length(subject) BETWEEN 1 AND 255),
  ADD CONSTRAINT person_identity_email CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 320);

-- An identity can't be moved to another person or subject. It can only be removed and linked again.
CREATE FUNCTION guard_person_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.identity_id, NEW.person_id, NEW.issuer, NEW.subject, NEW.email, NEW.linked_at)
     IS DISTINCT FROM (OLD.identity_id, OLD.person_id, OLD.issuer, OLD.subject, OLD.email, OLD.linked_at) THEN
    RAISE EXCEPTION 'an identity keeps its person and its subject' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER person_identity_stays BEFORE UPDATE ON person_identity
  FOR EACH ROW EXECUTE FUNCTION guard_person_identity();

CREATE TRIGGER person_identity_is_written_in_utc BEFORE INSERT OR UPDATE ON person_identity FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
