-- Values of settled payments that a later read contradicts. They make the payment an exception, so its partial index has them.
ALTER TABLE payment ADD COLUMN read_differences jsonb;
DROP INDEX payment_exceptional_idx;
CREATE INDEX payment_exceptional_idx ON payment (business_id, sort_at, payment_id)
  WHERE (coverage IN ('under', 'over')) OR late OR currency_mismatch OR NOT record_seen OR read_differences IS NOT NULL;
