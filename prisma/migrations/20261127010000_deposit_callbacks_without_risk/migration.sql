-- A deposit callback without risk detail was compared with nothing, so it counted as a version of its own if a callback
-- with the same other content and with risk detail came before it. The number of versions gave the hidden detail away,
-- and depended on the order of arrival. Now two callbacks are compared if either of them names a risk field.
CREATE FUNCTION callback_names_risk(body bytea) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(encode(body, 'escape')) ~ 'riskscore|addressriskassessment|txaddressowner|\\u'
$$;

CREATE OR REPLACE FUNCTION first_shown_callback(of_business uuid, of_subject uuid, of_kind text, is_applied boolean,
                                                own_hash bytea, own_body bytea) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT earlier.id FROM (
      SELECT id, body, first_received_at FROM callback_message
       WHERE business_id = of_business AND subject_id = of_subject AND kind = of_kind AND shown_with IS NULL
         AND sha256 <> own_hash AND (verdict IN ('applied', 'new-version')) = is_applied
       ORDER BY first_received_at, id LIMIT 100) AS earlier
   WHERE (of_kind = 'withdrawal' OR callback_names_risk(own_body) OR callback_names_risk(earlier.body))
     AND body_without_risk(earlier.body) = body_without_risk(own_body)
   ORDER BY earlier.first_received_at, earlier.id LIMIT 1
$$;

DROP TRIGGER callback_message_shown_with ON "callback_message";
CREATE TRIGGER callback_message_shown_with BEFORE INSERT ON "callback_message" FOR EACH ROW
  WHEN (NEW.subject_id IS NOT NULL AND NEW.shown_with IS NULL AND NEW.kind IN ('withdrawal', 'deposit-received'))
  EXECUTE FUNCTION set_shown_with();

CREATE OR REPLACE FUNCTION regroup_callback() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  heir uuid;
BEGIN
  SELECT id INTO heir FROM callback_message WHERE shown_with = OLD.id ORDER BY first_received_at, id LIMIT 1;
  IF heir IS NOT NULL THEN
    UPDATE callback_message SET shown_with = NULL, risk_only = NULL WHERE id = heir;
    UPDATE callback_message SET shown_with = heir WHERE shown_with = OLD.id;
  END IF;
  NEW.shown_with := NULL;
  IF NEW.subject_id IS NOT NULL AND NEW.kind IN ('withdrawal', 'deposit-received') THEN
    NEW.shown_with := first_shown_callback(NEW.business_id, NEW.subject_id, NEW.kind,
      NEW.verdict IN ('applied', 'new-version'), NEW.sha256, NEW.body);
  END IF;
  NEW.risk_only := CASE WHEN NEW.shown_with IS NOT NULL THEN true END;
  RETURN NEW;
END $$;
