-- A close and its reopening each need a proposal that a second person approved. The close has the ID of its proposal. Its rows
-- are stored before it, in the same transaction, so none is added later. Rows are compared and not
-- their JSON, which has a limit of 256 MB.
CREATE OR REPLACE FUNCTION guard_period_close() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'close_row' AND TG_OP = 'INSERT' THEN
    IF NOT EXISTS (SELECT FROM period_close c WHERE c.business_id = NEW.business_id AND c.close_id = NEW.close_id) THEN
      RETURN NEW;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' OR TG_TABLE_NAME = 'close_row' THEN
    RAISE EXCEPTION 'a closed period is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.reopened_at IS NULL THEN
      OLD.reopened_by := NEW.reopened_by;
      OLD.reopened_at := NEW.reopened_at;
    END IF;
    IF NEW IS DISTINCT FROM OLD OR NEW.reopened_at IS NULL THEN
      RAISE EXCEPTION 'a closed period is never changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  IF NOT EXISTS (
       SELECT FROM proposal p
        WHERE p.business_id = NEW.business_id AND p.state = 'final' AND p.answered_by <> p.proposed_by
          AND CASE TG_OP WHEN 'INSERT' THEN p.proposal_id = NEW.close_id AND p.kind = 'period-close'
              ELSE p.proposal_id = NEW.reopened_by AND p.kind = 'period-reopening' AND p.subject = NEW.close_id::text END) THEN
    RAISE EXCEPTION 'two people close and reopen a period' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER close_row_guard BEFORE INSERT OR DELETE OR UPDATE ON close_row FOR EACH ROW
  EXECUTE FUNCTION guard_period_close();

-- A run of the journal keeps its bytes. Only the run that replaces it is recorded later, once.
CREATE TRIGGER journal_run_stays
  BEFORE DELETE OR TRUNCATE OR UPDATE OF business_id, run_id, number, target, mode, currency, first_day, last_day, held, entries,
    file_name, body, sha256, manifest, created_by, created_at
  ON journal_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER journal_run_is_replaced_once BEFORE UPDATE ON journal_run FOR EACH ROW WHEN (OLD.replaced_by IS NOT NULL)
  EXECUTE FUNCTION refuse_change();
