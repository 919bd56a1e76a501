-- CreateTable
CREATE TABLE "review_presence" (
    "business_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_presence_pkey" PRIMARY KEY ("business_id","case_id","person_id")
);

-- CreateIndex
CREATE INDEX "review_presence_business_id_seen_at_idx" ON "review_presence"("business_id", "seen_at");

-- From here on what Prisma's schema can't say.

-- A session of another time zone would store other instants.
CREATE TRIGGER review_presence_is_written_in_utc BEFORE INSERT OR UPDATE ON review_presence FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
