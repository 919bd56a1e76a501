-- The column `provenance` has a text for each observation, which is half as long as a list of its parts. Older programs can't
-- read it, so it begins with a new database, and elsewhere once none of them can run.
INSERT INTO schema_requirement (migration, oldest_program)
  SELECT '20261223000030_joined_provenance', '20261223000030_joined_provenance'
   WHERE NOT EXISTS (SELECT FROM part_heartbeat) AND NOT EXISTS (SELECT FROM payment) AND NOT EXISTS (SELECT FROM withdrawal);

CREATE OR REPLACE FUNCTION begin_record_form(form text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  migrated timestamptz;
BEGIN
  IF form NOT IN ('20261223000004_references_kept_by_deposits', '20261223000018_short_address_keys',
                  '20261223000030_joined_provenance') THEN
    RETURN false;
  END IF;
  SELECT finished_at INTO migrated FROM _prisma_migrations
   WHERE migration_name = form AND rolled_back_at IS NULL;
  IF migrated IS NULL OR migrated > clock_timestamp() - interval '1 day' THEN
    RETURN false;
  END IF;
  IF EXISTS (SELECT FROM part_heartbeat
              WHERE part <> 'cron' AND coalesce(migration, '') < form
                AND seen_at > clock_timestamp() - interval '1 hour') THEN
    RETURN false;
  END IF;
  INSERT INTO schema_requirement (migration, oldest_program) VALUES (form, form) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;
