-- The condition that a body names a risk field stands where it is used. Two bodies in a row are searched as one.
CREATE OR REPLACE FUNCTION first_shown_callback(of_business uuid, of_subject uuid, of_kind text, is_applied boolean,
  own_hash bytea, own_body bytea) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT earlier.id FROM (
      SELECT id, body, first_received_at FROM callback_message
       WHERE business_id = of_business AND subject_id = of_subject AND kind = of_kind AND shown_with IS NULL
         AND sha256 <> own_hash AND (verdict IN ('applied', 'new-version')) = is_applied
       ORDER BY first_received_at, id LIMIT 100) AS earlier
   WHERE (of_kind = 'withdrawal' OR encode(own_body || earlier.body, 'escape') ~* 'riskscore|addressriskassessment|txaddressowner|\\u')
     AND body_without_risk(earlier.body) = body_without_risk(own_body)
   ORDER BY earlier.first_received_at, earlier.id LIMIT 1
$$;
DROP FUNCTION callback_names_risk;
