-- Returns false if one of the two received access from the other within the 72 hours before: by an invitation, a role,
-- enabling, a password link or the reset of a second factor. Access that recipients passed on counts as well. Otherwise
-- one owner could propose with the account of a member whose password they just set, and approve as themselves.
CREATE OR REPLACE FUNCTION review_independent(business uuid, proposer uuid, approver uuid, approved_at timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE dependent(giver, person) AS (
    SELECT * FROM (VALUES (proposer, proposer), (approver, approver)) AS two
    UNION
    SELECT d.giver, g.person_id FROM dependent d JOIN access_grant g
      ON g.business_id = business AND g.granted_by = d.person AND g.granted_at > approved_at - interval '72 hours')
  SELECT approver = proposer
      OR NOT EXISTS (SELECT FROM dependent WHERE (giver, person) IN ((proposer, approver), (approver, proposer)))
$$;

CREATE OR REPLACE FUNCTION guard_independent_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT review_independent(NEW.business_id, NEW.proposed_by, NEW.answered_by, NEW.answered_at) THEN
    RAISE EXCEPTION 'the approver or the proposer received access from the other less than 72 hours ago'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
