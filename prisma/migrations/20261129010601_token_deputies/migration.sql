-- The deputy of a person who approved an API token doesn't approve its proposals either. An answer may be stored minutes
-- before or after its time. Then both say so.
CREATE OR REPLACE FUNCTION guard_token_proposal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM api_token t
              WHERE t.token_id = NEW.token_id
                AND (NEW.answered_by = ANY (t.approved_by)
                     OR EXISTS (SELECT FROM membership m
                                 WHERE m.business_id = NEW.business_id AND m.person_id = NEW.answered_by
                                   AND m.deputy_for = ANY (t.approved_by)
                                   AND m.deputy_from <= NEW.answered_at + interval '5 minutes'
                                   AND m.deputy_until > NEW.answered_at - interval '5 minutes'))) THEN
    RAISE EXCEPTION 'a person who approved an API token, or their deputy, does not approve its proposals'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
