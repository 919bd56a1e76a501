-- Reports that are prepared for colleagues at set times, and their runs.
CREATE TABLE report_schedule (
    business_id uuid NOT NULL,
    schedule_id uuid NOT NULL DEFAULT gen_random_uuid(),
    name text NOT NULL,
    kind text NOT NULL,
    list text,
    view_id uuid,
    currency text,
    format text,
    with_risk boolean NOT NULL DEFAULT false,
    cadence text NOT NULL,
    day smallint,
    hour smallint NOT NULL,
    time_zone text NOT NULL,
    recipients uuid[] NOT NULL,
    is_paused boolean NOT NULL DEFAULT false,
    created_by uuid NOT NULL,
    created_at timestamptz(6) NOT NULL,
    next_run_at timestamptz(6) NOT NULL,
    removed_at timestamptz(6),

    CONSTRAINT report_schedule_pkey PRIMARY KEY (business_id, schedule_id)
);

-- The people of a run are a list of it that is read and written as a whole.
CREATE TABLE report_run (
    business_id uuid NOT NULL,
    run_id uuid NOT NULL DEFAULT gen_random_uuid(),
    schedule_id uuid NOT NULL,
    due_at timestamptz(6) NOT NULL,
    started_at timestamptz(6) NOT NULL,
    ended_at timestamptz(6),
    requested_by uuid,
    state text NOT NULL,
    problem text,
    content jsonb,
    people jsonb NOT NULL,
    expires_at timestamptz(6) NOT NULL,

    CONSTRAINT report_run_pkey PRIMARY KEY (business_id, run_id),
    CONSTRAINT report_run_business_id_schedule_id_fkey FOREIGN KEY (business_id, schedule_id)
        REFERENCES report_schedule (business_id, schedule_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX report_run_business_id_schedule_id_started_at_idx
    ON report_run (business_id, schedule_id, started_at DESC);
