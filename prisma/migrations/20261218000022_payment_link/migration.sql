-- A checkout link finds its payment by eight bytes. The row then shows whether it has this link.
CREATE INDEX CONCURRENTLY "payment_link_idx" ON "payment"("business_id", hashtextextended(coalesce(url, payment_url), 0));
