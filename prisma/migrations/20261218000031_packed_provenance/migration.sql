-- The column `provenance` has a short form, which an older program can't read. It is written once this row exists. A new
-- database begins with it.
INSERT INTO schema_requirement (migration, oldest_program)
  SELECT '20261218000031_packed_provenance', '20261218000031_packed_provenance'
   WHERE NOT EXISTS (SELECT FROM part_heartbeat) AND NOT EXISTS (SELECT FROM payment) AND NOT EXISTS (SELECT FROM withdrawal);

-- The newest migration that the program of a process knows. Older programs report none.
ALTER TABLE part_heartbeat ADD COLUMN migration TEXT;

-- Others begin with it a day after this migration, once no older program was seen for an hour. All cron routes share one
-- entry, which says little about the others. Returns whether it begins now.
CREATE FUNCTION begin_packed_provenance() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  migrated timestamptz;
BEGIN
  SELECT finished_at INTO migrated FROM _prisma_migrations
   WHERE migration_name = '20261218000031_packed_provenance' AND rolled_back_at IS NULL;
  IF migrated IS NULL OR migrated > clock_timestamp() - interval '1 day' THEN
    RETURN false;
  END IF;
  IF EXISTS (SELECT FROM part_heartbeat
              WHERE part <> 'cron' AND coalesce(migration, '') < '20261218000031_packed_provenance'
                AND seen_at > clock_timestamp() - interval '1 hour') THEN
    RETURN false;
  END IF;
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261218000031_packed_provenance', '20261218000031_packed_provenance') ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;
