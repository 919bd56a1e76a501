-- The version of reading by which the stored records were made. A program that reads stored bytes differently says so at
-- its start and offers the reprocessing.
CREATE TABLE "reading_version" (
    "installation" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "reading_version_pkey" PRIMARY KEY ("installation")
);
ALTER TABLE "reading_version" ADD CONSTRAINT "reading_version_only_row" CHECK ("installation");

-- Version 1 is the reading since 0.1.0, whose last migration is named here. 0 is unknown: callbacks arrived before it.
DO $$
DECLARE
  since timestamptz;
BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    EXECUTE $query$SELECT min(finished_at) FROM _prisma_migrations
                    WHERE migration_name = '20261124220000_days_counted_by_index'$query$ INTO since;
  END IF;
  INSERT INTO reading_version (version, changed_at)
  SELECT CASE WHEN EXISTS (SELECT FROM callback_message WHERE first_received_at < since) THEN 0 ELSE 1 END, now();
END
$$;
