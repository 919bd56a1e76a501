-- The same by the days of the refund in its list.
CREATE INDEX CONCURRENTLY "deposit_refund_day_reference_idx" ON "deposit"("business_id", (("refund_first_seen_at" AT TIME ZONE 'UTC')::date), "reference" text_pattern_ops)
  WHERE (reference IS NOT NULL AND refund_first_seen_at IS NOT NULL);
