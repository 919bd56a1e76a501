-- The search for a case finds a filing reference by its beginning, in any letters.
CREATE INDEX CONCURRENTLY review_filing_by_reference ON review_filing (business_id, lower(reference) text_pattern_ops)
 WHERE reference IS NOT NULL;
