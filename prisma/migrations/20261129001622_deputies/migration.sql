-- A deputy approves for an approver or an owner between two times.
ALTER TABLE membership
  ADD COLUMN deputy_for uuid,
  ADD COLUMN deputy_from timestamptz(6),
  ADD COLUMN deputy_until timestamptz(6),
  ADD CONSTRAINT membership_deputy CHECK (
    CASE WHEN deputy_for IS NULL THEN deputy_from IS NULL AND deputy_until IS NULL
         ELSE role IN ('viewer', 'accountant', 'finance', 'compliance') AND deputy_for <> person_id
           AND coalesce(deputy_from < deputy_until, false) END),
  ADD CONSTRAINT membership_deputy_for_fkey FOREIGN KEY (deputy_for) REFERENCES person(id)
    ON UPDATE CASCADE ON DELETE RESTRICT;

-- Returns true for a member with access and one of these roles, or for the deputy of one where approvers count. Holds the
-- membership until the transaction ends.
CREATE OR REPLACE FUNCTION is_member_with_access(business uuid, person uuid, roles text[]) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM membership m JOIN person p ON p.id = m.person_id
   WHERE m.business_id = business AND m.person_id = person AND m.disabled_at IS NULL AND p.disabled_at IS NULL
     AND (m.role = ANY (roles)
          OR 'approver' = ANY (roles) AND m.deputy_from <= clock_timestamp() AND m.deputy_until > clock_timestamp()
             AND EXISTS (SELECT FROM membership a JOIN person q ON q.id = a.person_id
                          WHERE a.business_id = business AND a.person_id = m.deputy_for AND a.role IN ('approver', 'owner')
                            AND a.disabled_at IS NULL AND q.disabled_at IS NULL))
     FOR SHARE OF m, p;
  RETURN FOUND;
END
$$;

-- Returns every reason why a person can't approve a proposal of another one now.
-- `access`: within 72 hours, `giver` gave access to both, directly or through others, at any business. The giver may be
-- one of the two. The nil UUID is the identity provider. The reason ends at `possible_from`.
-- `deputy`: the approver is the deputy of `giver`, who is the proposer or isn't independent of the proposer. It ends with
-- the deputy's time, or with the reason of the other person.
-- `address`, `factor`: the approver joined by a copied link, and has no verified address or no second factor. `ownFactor`:
-- the only factor is the one of the identity provider. It counts for people who must sign in there, whom the database doesn't know.
CREATE FUNCTION approval_blocks(business uuid, proposer uuid, approver uuid, approved_at timestamp with time zone) RETURNS TABLE(reason text, giver uuid, possible_from timestamp with time zone)
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
     AND EXISTS (SELECT FROM invitation i WHERE i.accepted_by = approver AND i.delivery = 'link')
$$;

-- The last line of defence behind every approval. Access counts at every business, and deputies count at this one.
CREATE OR REPLACE FUNCTION review_independent(business uuid, proposer uuid, approver uuid, approved_at timestamp with time zone) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT approver = proposer
      OR NOT EXISTS (SELECT FROM approval_blocks(business, proposer, approver, approved_at) WHERE reason <> 'ownFactor')
$$;

DROP FUNCTION approval_blocks(uuid, uuid, timestamp with time zone);
