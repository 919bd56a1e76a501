-- Tokens of the API. One table: scopes, businesses and addresses are lists of a token that change together.
CREATE TABLE api_token (
    token_id uuid NOT NULL DEFAULT gen_random_uuid(),
    person_id uuid NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    hint text NOT NULL,
    scopes text[],
    business_ids uuid[],
    addresses text[],
    created_at timestamptz(6) NOT NULL,
    expires_at timestamptz(6) NOT NULL,
    last_used_at timestamptz(6),
    last_used_from text,
    revoked_at timestamptz(6),

    CONSTRAINT api_token_pkey PRIMARY KEY (token_id),
    CONSTRAINT api_token_person_id_fkey FOREIGN KEY (person_id) REFERENCES person (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX api_token_hash_key ON api_token (hash);
CREATE INDEX api_token_person_id_idx ON api_token (person_id);
