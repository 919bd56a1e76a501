-- The figures of the desk count decisions by the moment at which they took effect.
CREATE INDEX CONCURRENTLY review_decision_by_end ON review_decision (business_id, (coalesce(answered_at, proposed_at)))
 WHERE state = 'final';
