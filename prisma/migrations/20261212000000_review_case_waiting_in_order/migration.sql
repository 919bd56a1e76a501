-- The waiting cases by due time, with the snooze, so that views are counted by the index alone.
CREATE INDEX CONCURRENTLY "review_case_waiting_in_order" ON "review_case"("business_id", "due_at", "case_id", "snoozed_until") WHERE (state IN ('open', 'proposed'));
