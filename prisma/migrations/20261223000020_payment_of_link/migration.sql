-- Without the business, because a link has one payment. The row shows whether it is one of the business.
CREATE INDEX CONCURRENTLY "payment_of_link_idx" ON "payment"(hashtextextended(coalesce(url, payment_url), 0));
