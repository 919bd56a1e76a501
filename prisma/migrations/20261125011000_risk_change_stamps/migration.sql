-- A change of risk alone is stamped apart, where only those see it who may see risk detail. Null: it has not changed
-- since this column was added.
ALTER TABLE "deposit_risk" ADD COLUMN "changed_at" TIMESTAMPTZ(6);
ALTER TABLE "withdrawal_risk" ADD COLUMN "changed_at" TIMESTAMPTZ(6);

-- True: this callback differs from the one that it is shown with in risk detail alone, so its other fields count as told
-- by that one. Null: it does not, or it was folded in before this was decided, and stays as it was.
ALTER TABLE "callback_message" ADD COLUMN "risk_only" BOOLEAN;

-- The first callback with the same content without risk detail, among the applied ones or among the others. No more than
-- 100 are compared: a sender that changes its callback without end must not slow each insert.
CREATE FUNCTION first_shown_callback(of_business uuid, of_subject uuid, of_kind text, is_applied boolean, own_hash bytea,
                                     own_body bytea) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT earlier.id FROM (
      SELECT id, body, first_received_at FROM callback_message
       WHERE business_id = of_business AND subject_id = of_subject AND kind = of_kind AND shown_with IS NULL
         AND sha256 <> own_hash AND (verdict IN ('applied', 'new-version')) = is_applied
       ORDER BY first_received_at, id LIMIT 100) AS earlier
   WHERE body_without_risk(earlier.body) = body_without_risk(own_body)
   ORDER BY earlier.first_received_at, earlier.id LIMIT 1
$$;

CREATE OR REPLACE FUNCTION set_shown_with() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.shown_with := first_shown_callback(NEW.business_id, NEW.subject_id, NEW.kind,
    NEW.verdict IN ('applied', 'new-version'), NEW.sha256, NEW.body);
  NEW.risk_only := CASE WHEN NEW.shown_with IS NOT NULL THEN true END;
  RETURN NEW;
END $$;

-- A callback that is released or held belongs to other contents from then on, and those that it stood for have another
-- first one.
CREATE FUNCTION regroup_callback() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  heir uuid;
BEGIN
  SELECT id INTO heir FROM callback_message WHERE shown_with = OLD.id ORDER BY first_received_at, id LIMIT 1;
  IF heir IS NOT NULL THEN
    UPDATE callback_message SET shown_with = NULL, risk_only = NULL WHERE id = heir;
    UPDATE callback_message SET shown_with = heir WHERE shown_with = OLD.id;
  END IF;
  NEW.shown_with := NULL;
  IF NEW.subject_id IS NOT NULL AND (NEW.kind = 'withdrawal'
      OR lower(encode(NEW.body, 'escape')) ~ 'riskscore|addressriskassessment|txaddressowner|\\u') THEN
    NEW.shown_with := first_shown_callback(NEW.business_id, NEW.subject_id, NEW.kind,
      NEW.verdict IN ('applied', 'new-version'), NEW.sha256, NEW.body);
  END IF;
  NEW.risk_only := CASE WHEN NEW.shown_with IS NOT NULL THEN true END;
  RETURN NEW;
END $$;

CREATE TRIGGER callback_message_regroups BEFORE UPDATE ON "callback_message" FOR EACH ROW
  WHEN ((OLD.verdict IN ('applied', 'new-version')) <> (NEW.verdict IN ('applied', 'new-version'))
        OR OLD.subject_id IS DISTINCT FROM NEW.subject_id)
  EXECUTE FUNCTION regroup_callback();

-- Versions are counted without those that differ in risk detail alone.
UPDATE "withdrawal" AS record SET versions = record.versions - hidden.count
  FROM (SELECT business_id, subject_id, count(*)::int AS count FROM "callback_message"
         WHERE shown_with IS NOT NULL AND kind = 'withdrawal' AND verdict IN ('applied', 'new-version')
         GROUP BY business_id, subject_id) AS hidden
 WHERE record.business_id = hidden.business_id AND record.withdrawal_id = hidden.subject_id
   AND record.versions > hidden.count;

-- An answer with the same content without risk detail as an earlier one of its source counts as that one received again.
-- The hash of the older answers is made when their timeline is first opened without risk.read, or with the next answer.
ALTER TABLE "service_answer" ADD COLUMN "visible_sha256" BYTEA;
ALTER TABLE "service_answer" ADD COLUMN "shown_with" UUID;
CREATE INDEX "service_answer_shown_with_idx" ON "service_answer"("shown_with") WHERE shown_with IS NOT NULL;
-- Where a new answer looks for an earlier one: a payment that is used again may have thousands.
CREATE INDEX "service_answer_first_shown_idx" ON "service_answer"("visible_sha256")
  WHERE visible_sha256 IS NOT NULL AND shown_with IS NULL;

-- An import by a person who may see risk detail that changed nothing else: only such persons find it in a timeline.
ALTER TABLE "service_answer" ADD COLUMN "risk_only" BOOLEAN NOT NULL DEFAULT false;
