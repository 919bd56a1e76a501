-- What a person chose for a business, and when they last used it, is one row.
ALTER TABLE notification_schedule RENAME TO personal_setting;
ALTER TABLE personal_setting RENAME CONSTRAINT notification_schedule_pkey TO personal_setting_pkey;
ALTER TABLE personal_setting RENAME CONSTRAINT notification_schedule_quiet TO personal_setting_quiet;
ALTER TABLE personal_setting RENAME CONSTRAINT notification_schedule_zone TO personal_setting_zone;
ALTER TABLE personal_setting
  ADD COLUMN deliveries jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN default_views jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN visited_before timestamptz(6),
  ADD COLUMN visited_at timestamptz(6),
  ADD CONSTRAINT personal_setting_deliveries CHECK (jsonb_typeof(deliveries) = 'object'
    AND NOT jsonb_path_exists(deliveries, 'strict $.* ? (@.type() != "string" || !(@ == "off" || @ == "app" || @ == "at-once" || @ == "hourly" || @ == "daily"))')),
  ADD CONSTRAINT personal_setting_views CHECK (jsonb_typeof(default_views) = 'object'
    AND NOT jsonb_path_exists(default_views, 'strict $.* ? (@.type() != "string")'));

INSERT INTO personal_setting (business_id, person_id, deliveries)
SELECT business_id, person_id, jsonb_object_agg(kind, delivery) FROM notification_choice GROUP BY business_id, person_id
ON CONFLICT (business_id, person_id) DO UPDATE SET deliveries = excluded.deliveries;

INSERT INTO personal_setting (business_id, person_id, default_views)
SELECT business_id, person_id, jsonb_object_agg(list, view_id) FROM list_default GROUP BY business_id, person_id
ON CONFLICT (business_id, person_id) DO UPDATE SET default_views = excluded.default_views;

INSERT INTO personal_setting (business_id, person_id, visited_before, visited_at)
SELECT business_id, person_id, since, last_at FROM business_visit
ON CONFLICT (business_id, person_id) DO UPDATE SET visited_before = excluded.visited_before, visited_at = excluded.visited_at;

DROP TABLE notification_choice;
DROP TABLE list_default;
DROP TABLE business_visit;
