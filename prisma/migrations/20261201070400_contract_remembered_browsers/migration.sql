-- The few browsers that are remembered are a value of their person.
ALTER TABLE person ADD COLUMN remembered_devices jsonb NOT NULL DEFAULT '{}';
UPDATE person SET remembered_devices = remembered.devices
  FROM (SELECT person_id, jsonb_object_agg(device_id, jsonb_build_object(
                 'at', floor(extract(epoch FROM remembered_at) * 1000)::bigint,
                 'until', floor(extract(epoch FROM expires_at) * 1000)::bigint)) AS devices
          FROM remembered_device GROUP BY person_id) AS remembered
 WHERE person.id = remembered.person_id;
DROP TABLE remembered_device;
