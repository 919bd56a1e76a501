-- A person enters the first opening position of a currency alone only if they have been alone for 72 hours. So an owner can't disable or
-- remove their only colleague, or change a role, enter it, and take that back.

-- From when one person sets opening positions alone. Null while several people could approve them, or no one. The audit log knows whose
-- membership is gone and who had another role.
CREATE FUNCTION opening_alone_from(business uuid) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  WITH able AS (
    SELECT m.person_id::text AS person, coalesce(least(m.disabled_at, p.disabled_at), 'infinity') AS until
      FROM membership m JOIN person p ON p.id = m.person_id
     WHERE m.business_id = business AND m.role IN ('finance', 'owner')
    UNION ALL
    SELECT a.object_id, a.at FROM audit_entry a
     WHERE a.chain_id = business AND a.action IN ('member.disable', 'member.remove', 'role.grant') AND a.at > now() - interval '72 hours'
       AND a.before ->> 'role' IN ('finance', 'owner') AND NOT a.before @> '{"disabled": true}'),
  person AS (SELECT max(until) AS until FROM able GROUP BY person)
  SELECT CASE WHEN count(*) FILTER (WHERE until = 'infinity') = 1 THEN
           coalesce(max(until) FILTER (WHERE until < 'infinity') + interval '72 hours', 'epoch') END
    FROM person
$$;

CREATE OR REPLACE FUNCTION guard_setting() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := setting_value(NULL, NEW.kind);
  after jsonb := NEW.value;
  base integer := 0;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a setting is never deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('setting ' || NEW.business_id || ' ' || NEW.kind, 0));
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.business_id, NEW.kind, NEW.subject) IS DISTINCT FROM (OLD.business_id, OLD.kind, OLD.subject) THEN
      RAISE EXCEPTION 'a setting keeps its business and its subject' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.version := OLD.version;
    IF NEW.value IS NOT DISTINCT FROM OLD.value THEN RETURN NEW; END IF;
    before := OLD.value;
    base := OLD.version;
  END IF;
  NEW.version := base + 1;
  -- Once there is a limit, the one of a currency without its own is zero.
  IF NEW.kind = 'creation-limit' AND EXISTS (
       SELECT FROM setting s WHERE s.business_id = NEW.business_id AND s.kind = NEW.kind AND s.subject <> NEW.subject
          AND s.value IS NOT NULL) THEN
    before := coalesce(before, '0');
    after := coalesce(after, '0');
  END IF;
  IF is_weaker_setting(NEW.kind, before, after) AND NOT EXISTS (
       SELECT FROM proposal p
        WHERE p.business_id = NEW.business_id AND p.kind = NEW.kind AND p.subject = NEW.subject AND p.version = base
          AND p.after IS NOT DISTINCT FROM NEW.value AND p.state = 'final' AND p.answered_by <> p.proposed_by)
     -- No one else could approve the first opening position, in the last 72 hours either. Each later one, and each close, takes two people.
     AND NOT (NEW.kind = 'opening-position' AND base = 0 AND coalesce(opening_alone_from(NEW.business_id) <= now(), false)) THEN
    RAISE EXCEPTION 'a second person approves weaker settings first' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
