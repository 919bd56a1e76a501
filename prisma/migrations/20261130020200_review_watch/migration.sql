-- CreateTable
CREATE TABLE "review_watch" (
    "business_id" UUID NOT NULL,
    "watch_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "watch_key" TEXT NOT NULL,
    "tag" TEXT NOT NULL DEFAULT '',
    "label" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(6),
    "version" INTEGER NOT NULL DEFAULT 1,
    "added_by" UUID NOT NULL,
    "added_at" TIMESTAMPTZ(6) NOT NULL,
    "changed_by" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,
    "removed_at" TIMESTAMPTZ(6),

    CONSTRAINT "review_watch_pkey" PRIMARY KEY ("business_id","watch_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "review_watch_one" ON "review_watch"("business_id", "kind", "watch_key", "tag") WHERE (removed_at IS NULL);

-- CreateIndex
CREATE INDEX "review_watch_in_order" ON "review_watch"("business_id", "added_at" DESC, "watch_id" DESC) WHERE (removed_at IS NULL);

-- From here on what Prisma's schema can't say.

ALTER TABLE review_watch
  ADD CONSTRAINT review_watch_kind CHECK (kind IN ('address', 'entity')),
  ADD CONSTRAINT review_watch_tag CHECK (kind = 'address' OR tag = ''),
  ADD CONSTRAINT review_watch_texts CHECK (length(trim(watch_key)) > 0 AND length(trim(label)) > 0
    AND length(trim(reason)) BETWEEN 1 AND 5000);

-- An entry keeps whom it watches. A removed one never changes, and none is deleted.
CREATE FUNCTION guard_review_watch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.removed_at IS NOT NULL
     OR (OLD.business_id, OLD.watch_id, OLD.kind, OLD.watch_key, OLD.tag, OLD.added_by, OLD.added_at)
        IS DISTINCT FROM (NEW.business_id, NEW.watch_id, NEW.kind, NEW.watch_key, NEW.tag, NEW.added_by, NEW.added_at) THEN
    RAISE EXCEPTION 'an entry of the watch list keeps whom it watches' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER review_watch_stays BEFORE UPDATE OR DELETE ON review_watch
  FOR EACH ROW EXECUTE FUNCTION guard_review_watch();

-- A session of another time zone would store other instants.
CREATE TRIGGER review_watch_is_written_in_utc BEFORE INSERT OR UPDATE ON review_watch FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();
