-- The days of statuses for businesses that have payments already: until the worker had made them, Overview went through
-- the payments.
DELETE FROM status_day d WHERE NOT EXISTS (SELECT FROM status_rollup r WHERE r.business_id = d.business_id);

-- One statement sees one snapshot: the differences in it are those of the payments that it counts, later ones stay.
WITH unmade AS (
  SELECT id, time_zone FROM business b WHERE NOT EXISTS (SELECT FROM status_rollup r WHERE r.business_id = b.id)),
gone AS (DELETE FROM status_delta WHERE business_id IN (SELECT id FROM unmade)),
made AS (
  INSERT INTO status_day (business_id, day, status, count)
  SELECT p.business_id, (p.sort_at AT TIME ZONE b.time_zone)::date, coalesce(p.status, ''), count(*)
    FROM payment p JOIN unmade b ON b.id = p.business_id
   WHERE p.payment_initiated_at IS NOT NULL
   GROUP BY 1, 2, 3)
INSERT INTO status_rollup (business_id, time_zone, made_at) SELECT id, time_zone, now() FROM unmade;
