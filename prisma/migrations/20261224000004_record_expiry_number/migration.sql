-- The numbers of removed cases, which no later case gets.
CREATE INDEX CONCURRENTLY "record_expiry_number" ON "record_expiry"("business_id", "number") WHERE (number IS NOT NULL);
