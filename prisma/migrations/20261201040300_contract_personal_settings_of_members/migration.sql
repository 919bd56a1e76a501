-- What a person chose for a business belongs to their membership, of which each of these rows had one.
ALTER TABLE membership
  ADD COLUMN time_zone text,
  ADD COLUMN quiet_from smallint,
  ADD COLUMN quiet_until smallint,
  ADD COLUMN mailed_at timestamptz(6),
  ADD COLUMN deliveries jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN default_views jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN visited_before timestamptz(6),
  ADD COLUMN visited_at timestamptz(6);
UPDATE membership m
   SET (time_zone, quiet_from, quiet_until, mailed_at, deliveries, default_views, visited_before, visited_at)
     = (s.time_zone, s.quiet_from, s.quiet_until, s.mailed_at, s.deliveries, s.default_views, s.visited_before, s.visited_at)
  FROM personal_setting s WHERE s.business_id = m.business_id AND s.person_id = m.person_id;
ALTER TABLE membership
  ADD CONSTRAINT membership_zone CHECK (length(time_zone) >= 1 AND length(time_zone) <= 64),
  ADD CONSTRAINT membership_quiet CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from >= 0
    AND quiet_from <= 1439 AND quiet_until >= 0 AND quiet_until <= 1439 AND quiet_from <> quiet_until),
  ADD CONSTRAINT membership_deliveries CHECK (jsonb_typeof(deliveries) = 'object'
    AND NOT jsonb_path_exists(deliveries, 'strict $.* ? (@.type() != "string" || !(@ == "off" || @ == "app" || @ == "at-once" || @ == "hourly" || @ == "daily"))')),
  ADD CONSTRAINT membership_views CHECK (jsonb_typeof(default_views) = 'object'
    AND NOT jsonb_path_exists(default_views, 'strict $.* ? (@.type() != "string")'));
DROP TABLE personal_setting;
