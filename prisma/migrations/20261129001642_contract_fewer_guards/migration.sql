-- Whether a case offers a form follows from its state, so that it is read and not stored with each draft.
DROP TRIGGER IF EXISTS form_draft_of_case ON form_draft;
DROP FUNCTION IF EXISTS guard_form_draft();

-- Whatever was part of the case when two people decided needs two people later, also by itself.
CREATE OR REPLACE FUNCTION follow_review_case() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'decided' AND NEW.two_people THEN
    UPDATE review_case SET two_people = true
     WHERE business_id = NEW.business_id AND owner_id = NEW.case_id AND NOT two_people;
  END IF;
  RETURN NULL;
END
$$;

DROP FUNCTION IF EXISTS case_forms(text);
ALTER TABLE form_draft DROP COLUMN IF EXISTS closed_at;

-- Returns the last change of a record with everything that belongs to it. A repeated callback or read is no change.
CREATE OR REPLACE FUNCTION last_change_of_record(business uuid, record_kind text, record uuid) RETURNS timestamp with time zone
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF record_kind = 'payment' THEN
    RETURN (SELECT greatest(p.changed_at,
        (SELECT max(greatest(d.changed_at, r.changed_at)) FROM deposit d
           LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
          WHERE d.business_id = business AND d.payment_id = record),
        (SELECT max(m.first_received_at) FROM callback_message m WHERE m.business_id = business AND m.payment_id = record),
        (SELECT max(a.first_started_at) FROM service_answer a WHERE a.business_id = business AND a.payment_id = record),
        (SELECT e.changed_at FROM payment_exception e
          WHERE e.business_id = business AND e.kind = 'payment' AND e.subject_id = record),
        (SELECT max(greatest(n.written_at, l.added_at))
           FROM (SELECT 'payment' AS kind, record AS id
                 UNION ALL SELECT 'deposit', d.deposit_id FROM deposit d WHERE d.business_id = business AND d.payment_id = record) AS part
           LEFT JOIN record_note n ON n.business_id = business AND n.kind = part.kind AND n.record_id = part.id
           LEFT JOIN record_label l ON l.business_id = business AND l.kind = part.kind AND l.record_id = part.id))
      FROM payment p WHERE p.business_id = business AND p.payment_id = record);
  END IF;
  RETURN (SELECT greatest(w.changed_at,
      (SELECT r.changed_at FROM withdrawal_risk r WHERE r.business_id = business AND r.withdrawal_id = record),
      (SELECT max(m.first_received_at) FROM callback_message m
        WHERE m.business_id = business AND m.subject_id = record AND m.kind = 'withdrawal'),
      (SELECT max(n.written_at) FROM record_note n
        WHERE n.business_id = business AND n.kind = 'withdrawal' AND n.record_id = record),
      (SELECT max(l.added_at) FROM record_label l
        WHERE l.business_id = business AND l.kind = 'withdrawal' AND l.record_id = record))
    FROM withdrawal w WHERE w.business_id = business AND w.withdrawal_id = record);
END
$$;
DROP FUNCTION IF EXISTS last_annotation_of_record(uuid, text, uuid[]);

-- Only the store that hands out numbers writes a sequence, and it only raises them.
DROP TRIGGER IF EXISTS payment_id_sequence_grows ON payment_id_sequence;
DROP FUNCTION IF EXISTS guard_payment_id_sequence();

-- A callback belongs to the first one with the same content without risk detail. One that is released or held belongs to other
-- contents from then on, and those that it stood for have another first one.
CREATE OR REPLACE FUNCTION group_callback() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  heir uuid;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT id INTO heir FROM callback_message WHERE shown_with = OLD.id ORDER BY first_received_at, id LIMIT 1;
    IF heir IS NOT NULL THEN
      UPDATE callback_message SET shown_with = NULL, risk_only = NULL WHERE id = heir;
      UPDATE callback_message SET shown_with = heir WHERE shown_with = OLD.id;
    END IF;
  END IF;
  NEW.shown_with := NULL;
  IF NEW.subject_id IS NOT NULL AND NEW.kind IN ('withdrawal', 'deposit-received') THEN
    NEW.shown_with := first_shown_callback(NEW.business_id, NEW.subject_id, NEW.kind,
      NEW.verdict IN ('applied', 'new-version'), NEW.sha256, NEW.body);
  END IF;
  NEW.risk_only := CASE WHEN NEW.shown_with IS NOT NULL THEN true END;
  RETURN NEW;
END $$;

DROP TRIGGER IF EXISTS callback_message_regroups ON callback_message;
CREATE TRIGGER callback_message_regroups BEFORE UPDATE ON callback_message FOR EACH ROW WHEN (new.verdict <> 'expired'
  AND ((old.verdict IN ('applied', 'new-version')) <> (new.verdict IN ('applied', 'new-version'))
  OR old.subject_id IS DISTINCT FROM new.subject_id))
  EXECUTE FUNCTION group_callback();

DROP TRIGGER IF EXISTS callback_message_shown_with ON callback_message;
CREATE TRIGGER callback_message_shown_with BEFORE INSERT ON callback_message FOR EACH ROW WHEN (new.subject_id IS NOT NULL
  AND new.shown_with IS NULL AND (new.kind IN ('withdrawal', 'deposit-received')))
  EXECUTE FUNCTION group_callback();

DROP FUNCTION IF EXISTS regroup_callback();
DROP FUNCTION IF EXISTS set_shown_with();

-- Each had one statement, which has its expression now, or repeated a rule of lib/reviews/cases/model/risk.ts.
DROP FUNCTION IF EXISTS review_entities(jsonb);
DROP FUNCTION IF EXISTS plain_score(text);
DROP FUNCTION IF EXISTS review_category_weight(uuid, text);
