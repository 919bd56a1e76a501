-- callback_message_by_time_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "callback_message_business_id_first_received_at_id_idx";
