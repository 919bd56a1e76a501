-- Where the records of a business are copied each night: storage with the interface of Amazon S3. `run` is the state of the last copy, so
-- that another process can go on with it.
CREATE TABLE warehouse (
    business_id uuid NOT NULL,
    url text NOT NULL,
    region text NOT NULL,
    bucket text NOT NULL,
    folder text NOT NULL,
    access_id text NOT NULL,
    secret bytea NOT NULL,
    hour smallint NOT NULL,
    next_run_at timestamptz(6),
    leased_until timestamptz(6),
    lease_token uuid,
    run jsonb,

    CONSTRAINT warehouse_pkey PRIMARY KEY (business_id)
);
