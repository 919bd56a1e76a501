-- CreateTable
CREATE TABLE "form_draft" (
    "business_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "form" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(6) NOT NULL,
    "closed_at" TIMESTAMPTZ(6),

    CONSTRAINT "form_draft_pkey" PRIMARY KEY ("business_id","person_id","form","subject")
);

-- CreateIndex
CREATE INDEX "form_draft_saved_at_idx" ON "form_draft"("saved_at");

-- CreateIndex
CREATE INDEX "form_draft_business_id_subject_idx" ON "form_draft"("business_id", "subject");

-- From here on what Prisma's schema can't say.

ALTER TABLE form_draft
  ADD CONSTRAINT form_draft_fields CHECK (jsonb_typeof(fields) = 'object' AND octet_length(fields::text) <= 524288),
  ADD CONSTRAINT form_draft_names CHECK (length(form) BETWEEN 1 AND 60 AND length(subject) BETWEEN 1 AND 60);

-- The forms that a case offers in each state.
CREATE FUNCTION case_forms(state text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE state
    WHEN 'open' THEN ARRAY['case-note', 'case-decision', 'case-report']
    WHEN 'proposed' THEN ARRAY['case-note', 'case-answer', 'case-report']
    WHEN 'decided' THEN ARRAY['case-note', 'case-reopening', 'case-report', 'case-filing', 'case-amendment']
    ELSE ARRAY[]::text[] END
$$;

-- The draft of a form of a case is written only while the case offers the form.
CREATE FUNCTION guard_form_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM review_case
                  WHERE business_id = NEW.business_id AND case_id::text = NEW.subject
                    AND NEW.form = ANY(case_forms(state))) THEN
    RAISE EXCEPTION 'the case does not offer this form' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER form_draft_of_case BEFORE INSERT OR UPDATE OF fields ON form_draft FOR EACH ROW
  WHEN (NEW.form LIKE 'case-%') EXECUTE FUNCTION guard_form_draft();

-- Drafts close when the case stops offering their form, and open again with it.
CREATE FUNCTION close_form_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE form_draft SET closed_at = CASE WHEN form = ANY(case_forms(NEW.state)) THEN NULL ELSE NEW.changed_at END
   WHERE business_id = NEW.business_id AND subject = NEW.case_id::text AND form LIKE 'case-%'
     AND (closed_at IS NULL) <> (form = ANY(case_forms(NEW.state)));
  RETURN NULL;
END
$$;
CREATE TRIGGER review_case_closes_drafts AFTER UPDATE OF state ON review_case FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION close_form_drafts();
