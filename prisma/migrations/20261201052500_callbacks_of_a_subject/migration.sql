-- The callbacks of a subject are found by its index. Without OFFSET 0, a planner without statistics reads those of the business
-- in the order of time.
CREATE OR REPLACE FUNCTION first_shown_callback(of_business uuid, of_subject uuid, of_kind text, is_applied boolean,
  own_hash bytea, own_body bytea) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT earlier.id FROM (
      SELECT id, body, first_received_at FROM (
          SELECT * FROM callback_message WHERE business_id = of_business AND subject_id = of_subject OFFSET 0) AS own
       WHERE kind = of_kind AND shown_with IS NULL AND sha256 <> own_hash AND (verdict IN ('applied', 'new-version')) = is_applied
       ORDER BY first_received_at, id LIMIT 100) AS earlier
   WHERE (of_kind = 'withdrawal' OR encode(own_body || earlier.body, 'escape') ~* 'riskscore|addressriskassessment|txaddressowner|\\u')
     AND body_without_risk(earlier.body) = body_without_risk(own_body)
   ORDER BY earlier.first_received_at, earlier.id LIMIT 1
$$;
