-- A checkout link finds its payment. The hash keeps long links in the index.
CREATE INDEX CONCURRENTLY "payment_checkout_link_idx" ON "payment"("business_id", md5(coalesce(url, payment_url)));
