-- The id of a stored content is made from a hash of its bytes. Whoever may not see all of the bytes gets this random
-- reference in its place: a guess at the hidden part can't be compared with it.
ALTER TABLE "callback_message" ADD COLUMN "reference" UUID NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE "service_answer" ADD COLUMN "reference" UUID NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX "callback_message_business_id_reference_key" ON "callback_message"("business_id", "reference");
CREATE UNIQUE INDEX "service_answer_business_id_reference_key" ON "service_answer"("business_id", "reference");

-- The first message that says the same once risk detail is left out. Null: this is the first one itself.
ALTER TABLE "callback_message" ADD COLUMN "shown_with" UUID;
CREATE INDEX "callback_message_shown_with_idx" ON "callback_message"("shown_with") WHERE shown_with IS NOT NULL;

-- The JSON without the risk fields of lib/service/contract/risk-fields.ts, at any depth.
CREATE FUNCTION json_without_risk(value jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(value)
    WHEN 'object' THEN (
      SELECT coalesce(jsonb_object_agg(field.key, json_without_risk(field.value)), '{}')
        FROM jsonb_each(json_without_risk.value) AS field
       WHERE lower(field.key) NOT IN ('riskscore', 'addressriskassessment', 'txaddressowner'))
    WHEN 'array' THEN (
      SELECT coalesce(jsonb_agg(json_without_risk(item.value) ORDER BY item.place), '[]')
        FROM jsonb_array_elements(json_without_risk.value) WITH ORDINALITY AS item(value, place))
    ELSE value END;
END $$;

-- Compared as text, so that 1.0 and 1.00 stay two contents. Null where the bytes can't be read.
CREATE FUNCTION body_without_risk(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN json_without_risk(convert_from(body, 'UTF8')::jsonb)::text;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;

CREATE FUNCTION set_shown_with() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- No more than 100 contents are compared: a sender that changes its callback without end must not slow each insert.
  SELECT earlier.id INTO NEW.shown_with FROM (
      SELECT id, body, first_received_at FROM callback_message
       WHERE business_id = NEW.business_id AND subject_id = NEW.subject_id AND kind = NEW.kind
         AND shown_with IS NULL AND sha256 <> NEW.sha256
         AND (verdict IN ('applied', 'new-version')) = (NEW.verdict IN ('applied', 'new-version'))
       ORDER BY first_received_at, id LIMIT 100) AS earlier
   WHERE body_without_risk(earlier.body) = body_without_risk(NEW.body)
   ORDER BY earlier.first_received_at, earlier.id LIMIT 1;
  RETURN NEW;
END $$;

-- Deposit callbacks have no risk detail by the interface: they are compared only where a risk name stands in them, or
-- an escape that could hide one.
CREATE TRIGGER callback_message_shown_with BEFORE INSERT ON "callback_message" FOR EACH ROW
  WHEN (NEW.subject_id IS NOT NULL AND NEW.shown_with IS NULL AND (NEW.kind = 'withdrawal'
    OR lower(encode(NEW.body, 'escape')) ~ 'riskscore|addressriskassessment|txaddressowner|\\u'))
  EXECUTE FUNCTION set_shown_with();

UPDATE "callback_message" AS later SET shown_with = found.head
  FROM (
    SELECT message.id, message.visible, first_value(message.id) OVER (
             PARTITION BY message.business_id, message.subject_id, message.effective, message.visible
             ORDER BY message.first_received_at, message.id) AS head
      FROM (
        SELECT m.id, m.business_id, m.subject_id, m.first_received_at,
               m.verdict IN ('applied', 'new-version') AS effective, body_without_risk(m.body) AS visible
          FROM "callback_message" m
          JOIN (SELECT business_id, subject_id FROM "callback_message"
                 WHERE kind = 'withdrawal' AND kind <> 'deposit-received' AND subject_id IS NOT NULL
                 GROUP BY business_id, subject_id HAVING count(*) > 1) AS several
            ON several.business_id = m.business_id AND several.subject_id = m.subject_id
         WHERE m.kind = 'withdrawal') AS message) AS found
 WHERE later.id = found.id AND found.head <> found.id AND found.visible IS NOT NULL;
