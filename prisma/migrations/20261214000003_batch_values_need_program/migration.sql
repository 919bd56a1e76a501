-- An older program can't read a row that replaces a request or that a restored backup may have lost, and neither a run
-- that pauses after refusals. Before the first one it can.
CREATE FUNCTION require_batch_replacements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO schema_requirement (migration, oldest_program)
    VALUES ('20261214000003_batch_values_need_program', '20261214000003_batch_values_need_program') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_batch_row_replaces_request AFTER INSERT OR UPDATE OF taken_by ON payment_batch_row FOR EACH ROW
  WHEN (NEW.taken_by IN ('refused', 'unsent', 'restored')) EXECUTE FUNCTION require_batch_replacements();
CREATE TRIGGER payment_batch_is_refused AFTER UPDATE OF pause_reason ON payment_batch FOR EACH ROW
  WHEN (NEW.pause_reason = 'refused') EXECUTE FUNCTION require_batch_replacements();

-- Batches that have one of the values already.
INSERT INTO schema_requirement (migration, oldest_program)
  SELECT '20261214000003_batch_values_need_program', '20261214000003_batch_values_need_program'
   WHERE EXISTS (SELECT FROM payment_batch WHERE pause_reason = 'refused');
