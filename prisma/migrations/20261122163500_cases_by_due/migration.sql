-- All cases in the order of the queue, whatever became of them: a search walks them, and sorted all of them at each step.
CREATE INDEX "review_case_by_due" ON "review_case"("business_id", "due_at", "case_id");
