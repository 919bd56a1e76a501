-- Endpoints that receive events, and the outbox. An event is stored once for each endpoint, in the transaction of its fact. The outbox
-- has no foreign key, so that a callback never waits for a change of an endpoint.
CREATE TABLE event_endpoint (
    endpoint_id uuid NOT NULL DEFAULT gen_random_uuid(),
    business_id uuid NOT NULL,
    url text NOT NULL,
    types text[] NOT NULL,
    secret bytea NOT NULL,
    former_secret bytea,
    former_until timestamptz(6),
    created_at timestamptz(6) NOT NULL,
    failing_since timestamptz(6),
    warned_at timestamptz(6),
    disabled_at timestamptz(6),
    disabled_for text,

    CONSTRAINT event_endpoint_pkey PRIMARY KEY (endpoint_id)
);

CREATE INDEX event_endpoint_business_id_idx ON event_endpoint (business_id);

CREATE TABLE event_delivery (
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    place bigserial NOT NULL,
    type text NOT NULL,
    record_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamptz(6) NOT NULL,
    state text NOT NULL DEFAULT 'waiting',
    attempts smallint NOT NULL DEFAULT 0,
    next_at timestamptz(6) NOT NULL,
    attempted_at timestamptz(6),
    http_status smallint,
    answer text,
    problem text,

    CONSTRAINT event_delivery_pkey PRIMARY KEY (endpoint_id, event_id)
);

-- The log of an endpoint.
CREATE INDEX event_delivery_endpoint_id_place_idx ON event_delivery (endpoint_id, place DESC);
-- What is due.
CREATE INDEX event_delivery_due ON event_delivery (endpoint_id, next_at) WHERE state = 'waiting';
-- The order of the events of a record.
CREATE INDEX event_delivery_order ON event_delivery (endpoint_id, record_id, place) WHERE state = 'waiting';
