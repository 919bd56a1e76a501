-- Fewer indexes of lists. Each filter still has an index, or its rows are few.

-- The time of receipt is that of the list, which has an index.
DROP INDEX deposit_without_callback_idx;

-- Few callbacks are repeated or have reasons. Those without a record are found by their verdict.
CREATE INDEX callback_message_noted ON callback_message (business_id, first_received_at DESC, id DESC)
  WHERE deliveries > 1 OR reasons <> '[]'::jsonb;
DROP INDEX callback_message_repeated;
DROP INDEX callback_message_with_reasons;
DROP INDEX callback_message_unmatched;

-- The area is the beginning of an action. An object's ID alone is as selective as with its type.
DROP INDEX audit_entry_chain_id_action_at_idx;
CREATE INDEX audit_entry_chain_id_action_at_idx ON audit_entry (chain_id, action text_pattern_ops, at);
DROP INDEX audit_entry_chain_id_area_at_idx;
DROP INDEX audit_entry_chain_id_object_type_object_id_idx;

-- The next case is the first unassigned one of the queue, and few cases wait.
DROP INDEX review_case_next;
DROP INDEX review_case_business_id_state_due_at_case_id_idx;

-- Programs read all cases by the time of their change, pages the decided ones.
CREATE INDEX review_case_business_id_changed_at_case_id_idx ON review_case (business_id, changed_at, case_id);
DROP INDEX review_case_closed;

-- A business has one withdrawal for many payments. Sorting them takes no longer than the other statements of the page.
DROP INDEX withdrawal_amount_idx;
