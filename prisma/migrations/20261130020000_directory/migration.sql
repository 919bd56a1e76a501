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
    given_role text,
    member_ids uuid[] NOT NULL DEFAULT '{}',
    roles_from timestamptz(6),
    created_at timestamptz(6) NOT NULL,
    changed_at timestamptz(6) NOT NULL,

    CONSTRAINT directory_record_pkey PRIMARY KEY (business_id, record_id),
    CONSTRAINT directory_record_kind CHECK (kind = 'user' AND person_id IS NOT NULL OR kind = 'group' AND person_id IS NULL),
    CONSTRAINT directory_record_business_id_fkey FOREIGN KEY (business_id) REFERENCES business (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT directory_record_person_id_fkey FOREIGN KEY (person_id) REFERENCES person (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX directory_record_business_id_kind_name_key_key ON directory_record (business_id, kind, name_key);
CREATE UNIQUE INDEX directory_record_person_id_business_id_key ON directory_record (person_id, business_id);

-- The roles of the groups of a directory, as versions with the time from which each counts. They are part of the token, because
-- the people who approve it approve them.
ALTER TABLE api_token ADD COLUMN directory_roles jsonb NOT NULL DEFAULT '[]';

-- Returns every reason why a person can't approve a proposal of another one now.
-- `access`: within 72 hours, `giver` gave access to both, directly or through others, at any business. The giver may be
-- one of the two. The nil UUID is the identity provider. The reason ends at `possible_from`.
-- `deputy`: the approver is the deputy of `giver`, who is the proposer or isn't independent of the proposer. It ends with
-- the deputy's time, or with the reason of the other person.
-- `address`, `factor`: the approver joined by a copied link or by a directory, and has no verified address or no second factor.
-- `ownFactor`: the only factor is the one of the identity provider. It counts for people who must sign in there, whom the database doesn't know.
CREATE OR REPLACE FUNCTION approval_blocks(business uuid, proposer uuid, approver uuid, approved_at timestamp with time zone) RETURNS TABLE(reason text, giver uuid, possible_from timestamp with time zone)
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE deputy AS MATERIALIZED (
    SELECT m.deputy_for AS person, m.deputy_until AS until FROM membership m
     WHERE m.business_id = business AND m.person_id = approver
       -- An answer may be stored minutes before or after its time. Then both say so.
       AND m.deputy_from <= approved_at + interval '5 minutes' AND m.deputy_until > approved_at - interval '5 minutes'),
  access AS MATERIALIZED (
    SELECT coalesce(g.granted_by, '00000000-0000-0000-0000-000000000000') AS giver, g.person_id, max(g.granted_at) AS since
      FROM access_grant g
     WHERE g.granted_at > approved_at - interval '72 hours' AND (g.granted_by IS NOT NULL OR g.kind = 'provider')
     GROUP BY 1, 2),
  -- A chain counts as long as its oldest link.
  source(receiver, giver, since) AS (
    SELECT person, person, timestamptz 'infinity'
      FROM (SELECT unnest(ARRAY[proposer, approver]) UNION SELECT d.person FROM deputy d) AS judged(person)
    UNION
    SELECT s.receiver, g.giver, least(s.since, g.since) FROM source s JOIN access g ON g.person_id = s.giver),
  shared(receiver, giver, until) AS (
    SELECT b.receiver, a.giver, least(a.since, b.since) + interval '72 hours'
      FROM source a JOIN source b ON b.giver = a.giver
     WHERE a.receiver = proposer AND b.receiver <> proposer)
  (SELECT 'access', s.giver, s.until FROM shared s WHERE s.receiver = approver ORDER BY 3 DESC, 2 LIMIT 1)
  UNION ALL
  SELECT 'deputy', d.person, least(d.until, CASE WHEN d.person <> proposer THEN other.until END)
    FROM deputy d
    LEFT JOIN LATERAL (SELECT max(s.until) AS until FROM shared s WHERE s.receiver = d.person) AS other ON true
   WHERE proposer <> approver AND (d.person = proposer OR other.until IS NOT NULL)
  UNION ALL
  SELECT need.reason, NULL, NULL
    FROM person p,
         LATERAL (SELECT EXISTS (SELECT FROM second_factor f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL)
                      OR EXISTS (SELECT FROM passkey k WHERE k.person_id = p.id) AS own,
                         EXISTS (SELECT FROM person_identity i WHERE i.person_id = p.id) AS of_provider) AS factor,
         LATERAL (VALUES
           ('address', p.email_proved_at IS NOT NULL),
           ('factor', factor.own OR factor.of_provider),
           ('ownFactor', factor.own OR NOT factor.of_provider)) AS need(reason, is_met)
   WHERE p.id = approver AND NOT need.is_met
     AND (EXISTS (SELECT FROM invitation i WHERE i.accepted_by = approver AND i.delivery = 'link')
          OR EXISTS (SELECT FROM directory_record d WHERE d.person_id = approver)
          -- A directory can delete its record, but not the grant. Single sign-on gives access to verified addresses only.
          OR p.email_proved_at IS NULL
             AND EXISTS (SELECT FROM access_grant g WHERE g.person_id = approver AND g.kind = 'provider'))
$$;
