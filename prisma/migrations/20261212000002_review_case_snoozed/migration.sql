-- The snoozed cases by due time, with the end of the snooze, so that they are counted by the index alone.
CREATE INDEX CONCURRENTLY "review_case_snoozed" ON "review_case"("business_id", "due_at", "case_id", "snoozed_until") WHERE (state IN ('open', 'proposed') AND snoozed_until IS NOT NULL);
