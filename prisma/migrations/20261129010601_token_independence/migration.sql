-- Who approves what an API token proposed is independent of everyone who approved the token, as of a person who proposes.
CREATE OR REPLACE FUNCTION guard_token_proposal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM api_token t, unnest(t.approved_by) AS part (person)
              WHERE t.token_id = NEW.token_id
                AND (part.person = NEW.answered_by
                     OR NOT review_independent(NEW.business_id, part.person, NEW.answered_by, NEW.answered_at))) THEN
    RAISE EXCEPTION 'a person who is not independent of an API token does not approve its proposals'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
