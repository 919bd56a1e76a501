-- The plan of the first callbacks of a session was kept: it read all callbacks of the business in the order of time, until the next
-- ANALYZE. A plan for each call takes a tenth of a millisecond.
ALTER FUNCTION first_shown_callback(uuid, uuid, text, boolean, bytea, bytea) SET plan_cache_mode = force_custom_plan;
