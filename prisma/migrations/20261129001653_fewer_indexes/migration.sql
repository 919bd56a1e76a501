-- Indexes of tables that stay small, because people fill them by hand or because their rows are deleted within minutes or
-- days. Reading such a table takes no longer than its index, which every write had to keep.
DROP INDEX IF EXISTS callback_reprocessing_business_id_requested_at_idx;
DROP INDEX IF EXISTS callback_reprocessing_waiting;
DROP INDEX IF EXISTS export_file_expires_at_idx;
DROP INDEX IF EXISTS export_file_running;
DROP INDEX IF EXISTS form_draft_business_id_subject_idx;
DROP INDEX IF EXISTS invitation_business_id_created_at_invitation_id_idx;
DROP INDEX IF EXISTS legal_hold_business_id_placed_at_idx;
DROP INDEX IF EXISTS list_default_business_id_view_id_idx;
DROP INDEX IF EXISTS list_view_business_id_list_idx;
DROP INDEX IF EXISTS passkey_challenge_expires_at_idx;
DROP INDEX IF EXISTS passkey_challenge_pending_id_idx;
DROP INDEX IF EXISTS passkey_challenge_session_id_idx;
DROP INDEX IF EXISTS payment_batch_draft_idx;
DROP INDEX IF EXISTS payment_batch_same_file_idx;
DROP INDEX IF EXISTS reading_doubt_failed_at_idx;
DROP INDEX IF EXISTS review_presence_business_id_seen_at_idx;
