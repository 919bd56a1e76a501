-- Counts the rows that were stored before the triggers counted them. One statement reads one snapshot: whatever the
-- triggers have counted by then is subtracted, so nothing has to be locked while a large table is counted.
INSERT INTO received_total (business_id, source, rows, checksum)
SELECT business_id, source, sum(rows), sum(checksum) FROM (
  SELECT business_id, 'callback_message' AS source, count(*) AS rows,
         sum(('x' || right(id::text, 12))::bit(48)::bigint) AS checksum FROM callback_message GROUP BY business_id
  UNION ALL
  SELECT business_id, 'service_answer', count(*), sum(('x' || right(id::text, 12))::bit(48)::bigint)
    FROM service_answer GROUP BY business_id
  UNION ALL
  SELECT business_id, 'callback_delivery', count(*), sum(id) FROM callback_delivery GROUP BY business_id
  UNION ALL
  SELECT business_id, source, -sum(rows), -sum(checksum) FROM received_delta GROUP BY business_id, source
) AS stored GROUP BY business_id, source;
