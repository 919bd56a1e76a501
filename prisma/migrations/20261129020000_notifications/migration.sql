-- CreateTable
CREATE TABLE "notification" (
    "notification_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "business_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "transition" TEXT NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(6) NOT NULL,
    "is_read" BOOLEAN NOT NULL DEFAULT false,
    "read_at" TIMESTAMPTZ(6),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("notification_id")
);

-- CreateTable
CREATE TABLE "notification_cursor" (
    "business_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "record_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    "sequence" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "notification_cursor_pkey" PRIMARY KEY ("business_id","source")
);

-- CreateIndex
CREATE INDEX "notification_inbox" ON "notification"("business_id", "person_id", "is_read", "at" DESC, "notification_id" DESC);

-- CreateIndex
CREATE INDEX "notification_read" ON "notification"("read_at") WHERE (read_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "notification_by_age" ON "notification"("at");

-- CreateIndex
CREATE UNIQUE INDEX "notification_once" ON "notification"("business_id", "kind", "record_id", "transition", "person_id");

-- From here on what Prisma's schema can't say.

ALTER TABLE notification
  ADD CONSTRAINT notification_is_read CHECK (is_read = (read_at IS NOT NULL)),
  ADD CONSTRAINT notification_label CHECK (length(label) <= 200);

-- A session of another time zone would store other instants.
CREATE TRIGGER notification_is_written_in_utc BEFORE INSERT OR UPDATE ON notification FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
CREATE TRIGGER notification_cursor_is_written_in_utc BEFORE INSERT OR UPDATE ON notification_cursor FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
