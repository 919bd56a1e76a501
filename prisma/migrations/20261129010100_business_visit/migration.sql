-- CreateTable
CREATE TABLE "business_visit" (
    "business_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(6),
    "last_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "business_visit_pkey" PRIMARY KEY ("business_id","person_id")
);

CREATE TRIGGER business_visit_is_written_in_utc BEFORE INSERT OR UPDATE ON business_visit FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
