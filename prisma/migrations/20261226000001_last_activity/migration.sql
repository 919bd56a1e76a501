-- When a person was last active. Sessions say it, but they are deleted after a month.
SET LOCAL lock_timeout = '5s';

ALTER TABLE "person" ADD COLUMN "last_seen_at" TIMESTAMPTZ(6);

-- For people without a session that is kept, the last sign-in in the log is the latest known activity.
UPDATE "person" AS p
   SET "last_seen_at" = (SELECT max(e."at") FROM "audit_entry" e
                          WHERE e."chain_id" = '00000000-0000-0000-0000-000000000000' AND e."object_type" = 'person'
                            AND e."object_id" = p."id"::text AND e."action" = 'session.open')
 WHERE NOT EXISTS (SELECT FROM "session" s WHERE s."person_id" = p."id");
