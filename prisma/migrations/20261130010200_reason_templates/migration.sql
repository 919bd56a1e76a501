-- CreateTable
CREATE TABLE "review_reason_template" (
    "business_id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "removed" BOOLEAN NOT NULL DEFAULT false,
    "changed_by" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_reason_template_pkey" PRIMARY KEY ("business_id","template_id","version")
);

-- From here on what Prisma's schema can't say.

ALTER TABLE review_reason_template
  ADD CONSTRAINT review_reason_template_kind CHECK (kind IN ('clear', 'keep-blocked', 'recommend-refund', 'report')),
  ADD CONSTRAINT review_reason_template_name CHECK (length(trim(name)) BETWEEN 1 AND 80),
  ADD CONSTRAINT review_reason_template_text CHECK (length(trim(text)) BETWEEN 1 AND 5000),
  ADD CONSTRAINT review_reason_template_version CHECK (version >= 1);

-- Each change is a new version. Stored versions are never changed.
CREATE FUNCTION guard_review_reason_template() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of a reason template is never changed' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER review_reason_template_stays BEFORE UPDATE OR DELETE ON review_reason_template
  FOR EACH ROW EXECUTE FUNCTION guard_review_reason_template();

-- A session of another time zone would store other instants.
CREATE TRIGGER review_reason_template_is_written_in_utc BEFORE INSERT OR UPDATE ON review_reason_template FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
