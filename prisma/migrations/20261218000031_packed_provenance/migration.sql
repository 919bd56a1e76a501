-- The column `provenance` has a short form, which an older program can't read. It is written once this row exists. A new
-- database begins with it.
INSERT INTO schema_requirement (migration, oldest_program)
  SELECT '20261218000031_packed_provenance', '20261218000031_packed_provenance'
   WHERE NOT EXISTS (SELECT FROM part_heartbeat) AND NOT EXISTS (SELECT FROM payment) AND NOT EXISTS (SELECT FROM withdrawal);

-- Others begin with it a day after this migration, when no process is left that started before it. All cron routes
-- share one entry, whose start says nothing. Returns whether it begins now.
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
              WHERE part <> 'cron' AND started_at < migrated AND seen_at > clock_timestamp() - interval '1 hour') THEN
    RETURN false;
  END IF;
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261218000031_packed_provenance', '20261218000031_packed_provenance') ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;
