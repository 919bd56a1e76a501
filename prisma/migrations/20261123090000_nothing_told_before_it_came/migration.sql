-- That nothing had come was told before what is confirmed by now: the answer to our own request says it of each payment.
DROP INDEX "payment_no_eur_idx";
CREATE INDEX "payment_no_eur_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC)
  WHERE (confirmed_deposit_count > 0 AND coalesce(actual_uniform_amount, 0) = 0);
