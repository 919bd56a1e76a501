-- API tokens that write: when their write scopes begin to count, and who approved them. A rerolled token stays in the family of
-- the first one.
ALTER TABLE api_token ADD COLUMN writes_from timestamptz(6);
ALTER TABLE api_token ADD COLUMN approved_by uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE api_token ADD COLUMN family_id uuid NOT NULL DEFAULT gen_random_uuid();

ALTER TABLE proposal ADD COLUMN token_id uuid;
ALTER TABLE proposal DROP CONSTRAINT proposal_kind;
ALTER TABLE proposal ADD CONSTRAINT proposal_kind CHECK (kind IN ('creation-limit', 'retention', 'required-roles', 'review-desk', 'payment',
    'hold-lift', 'review-rule', 'reopening', 'opening-position', 'callback-basis', 'period-close', 'period-reopening',
    'auditor-risk', 'api-token'));

-- The last line of defence: a token is its maker and everyone who approved it. So none of them approves what it proposed.
CREATE FUNCTION guard_token_proposal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM api_token t WHERE t.token_id = NEW.token_id AND NEW.answered_by = ANY (t.approved_by)) THEN
    RAISE EXCEPTION 'a person who approved an API token does not approve its proposals' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER proposal_token_guard BEFORE UPDATE ON proposal FOR EACH ROW
  WHEN (NEW.token_id IS NOT NULL AND NEW.state = 'final')
  EXECUTE FUNCTION guard_token_proposal();

-- The keys of writes through the API, with what each made. Stored in the transaction of the write.
CREATE TABLE api_write (
    family_id uuid NOT NULL,
    key text NOT NULL,
    business_id uuid NOT NULL,
    route text NOT NULL,
    body_hash bytea NOT NULL,
    made_id text NOT NULL,
    made_at timestamptz(6) NOT NULL,

    CONSTRAINT api_write_pkey PRIMARY KEY (family_id, key)
);
