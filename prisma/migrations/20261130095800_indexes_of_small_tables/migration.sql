-- These tables have at most a few thousand rows, one for each act of a person. Reading all of them costs less than an index.
DROP INDEX access_grant_granted_at_idx;
DROP INDEX api_token_person_id_idx;
DROP INDEX event_endpoint_business_id_idx;
DROP INDEX export_file_business_id_person_id_asked_at_idx;
DROP INDEX form_draft_saved_at_idx;
DROP INDEX review_rule_force_business_id_ended_at_idx;
DROP INDEX review_rule_run_running;
