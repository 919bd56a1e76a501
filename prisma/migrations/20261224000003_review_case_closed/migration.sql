-- The closed cases from the oldest change on, for their retention time.
CREATE INDEX CONCURRENTLY "review_case_closed" ON "review_case"("business_id", "changed_at", "case_id") WHERE (state = 'decided');
