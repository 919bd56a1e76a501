-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "mail_due_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "notification_choice" (
    "business_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "delivery" TEXT NOT NULL,

    CONSTRAINT "notification_choice_pkey" PRIMARY KEY ("business_id","person_id","kind")
);

-- CreateTable
CREATE TABLE "notification_schedule" (
    "business_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "time_zone" TEXT,
    "quiet_from" SMALLINT,
    "quiet_until" SMALLINT,
    "mailed_at" TIMESTAMPTZ(6),

    CONSTRAINT "notification_schedule_pkey" PRIMARY KEY ("business_id","person_id")
);

-- From here on what Prisma's schema can't say.

ALTER TABLE notification_choice
  ADD CONSTRAINT notification_choice_delivery CHECK (delivery IN ('off', 'app', 'at-once', 'hourly', 'daily'));
ALTER TABLE notification_schedule
  ADD CONSTRAINT notification_schedule_zone CHECK (length(time_zone) BETWEEN 1 AND 64),
  ADD CONSTRAINT notification_schedule_quiet CHECK (
    (quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from BETWEEN 0 AND 1439 AND quiet_until BETWEEN 0 AND 1439
    AND quiet_from <> quiet_until);

-- A session of another time zone would store other instants.
CREATE TRIGGER notification_schedule_is_written_in_utc BEFORE INSERT OR UPDATE ON notification_schedule FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
