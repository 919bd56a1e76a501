-- The users and groups of a company's directory (SCIM). One table: a group is a record with members, and both are looked up by
-- name in the same way. A user stays while they have no role, so membership can't hold them.
CREATE TABLE directory_record (
    business_id uuid NOT NULL,
    record_id uuid NOT NULL DEFAULT gen_random_uuid(),
    kind text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    external_id text,
    attributes jsonb NOT NULL,
    person_id uuid,
    is_active boolean NOT NULL DEFAULT true,
    has_given_role boolean NOT NULL DEFAULT false,
    member_ids uuid[] NOT NULL DEFAULT '{}',
    followed_at timestamptz(6),
    created_at timestamptz(6) NOT NULL,
    changed_at timestamptz(6) NOT NULL,

    CONSTRAINT directory_record_pkey PRIMARY KEY (business_id, record_id),
    CONSTRAINT directory_record_kind CHECK (kind = 'user' AND person_id IS NOT NULL OR kind = 'group' AND person_id IS NULL),
    CONSTRAINT directory_record_business_id_fkey FOREIGN KEY (business_id) REFERENCES business (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT directory_record_person_id_fkey FOREIGN KEY (person_id) REFERENCES person (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX directory_record_business_id_kind_name_key_key ON directory_record (business_id, kind, name_key);
CREATE UNIQUE INDEX directory_record_business_id_person_id_key ON directory_record (business_id, person_id);

-- The roles of the groups of a directory, as versions with the time from which each counts. They are part of the token, because
-- the people who approve it approve them.
ALTER TABLE api_token ADD COLUMN directory_roles jsonb NOT NULL DEFAULT '[]';
