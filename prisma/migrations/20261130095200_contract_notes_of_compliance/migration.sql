-- A note of compliance is about a case, or about an address or an entity. Both never change, and only the first expires.
ALTER TABLE review_note
  ALTER COLUMN case_id DROP NOT NULL,
  ADD COLUMN about text,
  ADD COLUMN about_key text,
  ADD COLUMN about_tag text,
  ADD COLUMN about_label text,
  ADD CONSTRAINT review_note_about CHECK ((case_id IS NULL) = (about IS NOT NULL) AND CASE WHEN about IS NULL
    THEN num_nonnulls(about_key, about_tag, about_label) = 0
    ELSE about IN ('address', 'entity') AND num_nulls(about_key, about_tag, about_label) = 0 AND (about = 'address' OR about_tag = '')
      AND length(TRIM(BOTH FROM about_key)) > 0 AND length(TRIM(BOTH FROM about_label)) > 0
      AND asked_of IS NULL AND answers IS NULL END);

INSERT INTO review_note (business_id, note_id, person_id, at, text, about, about_key, about_tag, about_label)
SELECT business_id, note_id, person_id, at, text, kind, note_key, tag, label FROM review_counterparty_note;
DROP TABLE review_counterparty_note;

CREATE INDEX review_note_by_counterparty ON review_note (business_id, about, about_key, about_tag, at DESC) WHERE about IS NOT NULL;
