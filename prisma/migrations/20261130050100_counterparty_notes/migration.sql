-- CreateTable
CREATE TABLE "review_counterparty_note" (
    "business_id" UUID NOT NULL,
    "note_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "note_key" TEXT NOT NULL,
    "tag" TEXT NOT NULL DEFAULT '',
    "label" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_counterparty_note_pkey" PRIMARY KEY ("business_id","note_id")
);

-- CreateIndex
CREATE INDEX "review_counterparty_note_of" ON "review_counterparty_note"("business_id", "kind", "note_key", "tag", "at" DESC);

-- From here on what Prisma's schema can't say.

ALTER TABLE review_counterparty_note
  ADD CONSTRAINT review_counterparty_note_kind CHECK (kind IN ('address', 'entity')),
  ADD CONSTRAINT review_counterparty_note_tag CHECK (kind = 'address' OR tag = ''),
  ADD CONSTRAINT review_counterparty_note_texts CHECK (length(trim(note_key)) > 0 AND length(trim(label)) > 0
    AND length(text) BETWEEN 1 AND 20000);

CREATE TRIGGER review_counterparty_note_stays BEFORE UPDATE OR DELETE ON review_counterparty_note
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_review();

-- A session of another time zone would store other instants.
CREATE TRIGGER review_counterparty_note_is_written_in_utc BEFORE INSERT OR UPDATE ON review_counterparty_note
  FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
