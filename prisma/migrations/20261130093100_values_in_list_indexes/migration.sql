-- After its order, the index of a list holds the values of filters without an index of their own: fees and rarely used times.
-- Such a filter reads the entries of this index instead of all rows. Columns that are seldom known come last.
DROP INDEX payment_by_time_idx;
CREATE INDEX payment_by_time_idx ON payment (business_id, sort_at, payment_id, first_observed_at, payment_requested_at,
  last_read_at, expiration_time, display_currency, deposit_currency, expected_display_distributed_user_service_fee,
  actual_display_distributed_user_service_fee, expected_deposit_distributed_user_service_fee,
  actual_deposit_distributed_user_service_fee);
DROP INDEX deposit_by_time_idx;
CREATE INDEX deposit_by_time_idx ON deposit (business_id, sort_at, deposit_id, first_observed_at, deposit_currency,
  display_currency, settlement_currency, display_service_fee, settlement_service_fee, uniform_service_fee, on_chain_fee,
  display_payable_amount, deposit_distributed_user_service_fee, display_distributed_user_service_fee,
  settlement_distributed_user_service_fee, uniform_distributed_user_service_fee, callback_settlement_amount,
  callback_display_depeg_loss, display_rate_depeg_loss_amount, settlement_rate_depeg_loss_amount,
  uniform_rate_depeg_loss_amount);
DROP INDEX deposit_refund_by_time_idx;
CREATE INDEX deposit_refund_by_time_idx ON deposit (business_id, refund_first_seen_at, deposit_id, refund_confirmed_at,
  refund_deposit_currency, refund_fee, refund_display_currency, refund_display_amount, refund_display_fee)
  WHERE refund_first_seen_at IS NOT NULL;
DROP INDEX deposit_refund_display_amount_idx;
