-- Ascending, because a list is read from it backwards just as well. With descending times every new row would be the
-- first one of the index, whose pages are then split in half and stay half empty. PostgreSQL keeps pages full only at the
-- end of an index, so this helps the only business of an installation, and the last of several.
CREATE INDEX CONCURRENTLY "payment_by_time_idx" ON "payment"("business_id", "sort_at", "payment_id", "payment_initiated_at");
