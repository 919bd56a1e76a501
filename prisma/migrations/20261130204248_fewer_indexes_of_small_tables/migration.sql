-- Their tables have fewer than ten thousand rows, or jobs read them once an hour, or another index has their rows together.
DROP INDEX callback_refusal_unseen;
DROP INDEX notification_by_age;
DROP INDEX notification_read;
DROP INDEX one_time_token_person_id_idx;
DROP INDEX payment_batch_business_id_created_at_idx;
DROP INDEX payment_batch_running_idx;
DROP INDEX report_run_business_id_schedule_id_started_at_idx;
-- The cases that wait are in the index of their order.
DROP INDEX review_case_waiting_by_eur;
DROP INDEX review_decision_business_id_proposed_at_idx;
-- Notes about addresses and entities are those without a case in the index by case.
DROP INDEX review_note_by_counterparty;
DROP INDEX review_report_by_reference;
DROP INDEX review_report_by_time;
DROP INDEX review_rule_hit_business_id_run_id_at_subject_id_idx;
DROP INDEX review_rule_run_business_id_rule_id_started_at_idx;
DROP INDEX review_watch_in_order;
DROP INDEX service_reading_business_id_kind_last_started_at_idx;
DROP INDEX sign_in_ceiling_delayed;
