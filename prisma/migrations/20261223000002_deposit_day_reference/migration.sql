-- As payment_reference_by_day_idx. Its days are those of the deposit in its list.
CREATE INDEX CONCURRENTLY "deposit_day_reference_idx" ON "deposit"("business_id", (("sort_at" AT TIME ZONE 'UTC')::date), "reference" text_pattern_ops)
  WHERE (reference IS NOT NULL);
