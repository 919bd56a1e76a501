-- A restored backup names the businesses whose people no owner has confirmed yet. The audit log has who confirmed the others.
ALTER TABLE database_restore ADD COLUMN unconfirmed uuid[] NOT NULL DEFAULT '{}';
UPDATE database_restore r SET unconfirmed = p.businesses
  FROM (SELECT restore_id, array_agg(business_id ORDER BY business_id) AS businesses FROM database_restore_people
         WHERE confirmed_at IS NULL GROUP BY restore_id) AS p
 WHERE p.restore_id = r.restore_id;
DROP TABLE database_restore_people;

-- The latest result of each check of the connection, by its key, is part of the business.
ALTER TABLE business ADD COLUMN checks jsonb NOT NULL DEFAULT '{}';
UPDATE business b SET checks = c.checks
  FROM (SELECT business_id, jsonb_object_agg(key, jsonb_build_object('state', state, 'message', said,
          'at', floor(extract(epoch FROM checked_at) * 1000)::bigint)) AS checks
          FROM connection_check GROUP BY business_id) AS c
 WHERE c.business_id = b.id;
DROP TABLE connection_check;

-- The next turn to send is a rate limit like the others. A turn of a moment ago has no effect, so none is moved.
DROP TABLE sending_turn;
