import 'server-only';

/**
 * Credited deposits and completed withdrawals in the currency of a bank or wallet. A withdrawal arrives in its own coin.
 * $1 business, $2 currency, $3 true if amounts of callbacks count as credited.
 */
export const recordsSql = `
  SELECT d.deposit_id AS record_id, 'deposit' AS kind, d.sort_at AS at,
         CASE WHEN $3::boolean THEN coalesce(d.settlement_payable_amount, d.callback_settlement_amount)
              ELSE d.settlement_payable_amount END AS amount,
         d.transaction_id, d.payment_id AS parent_id, NULL::text AS address
    FROM deposit d
   WHERE d.business_id = $1::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
     AND d.settlement_currency = $2::text
     AND (d.settlement_payable_amount IS NOT NULL OR ($3::boolean AND d.callback_settlement_amount IS NOT NULL))
  UNION ALL
  SELECT w.withdrawal_id, 'withdrawal', w.first_received_at,
         CASE WHEN w.withdraw_currency IS NULL THEN w.deducted_settlement_amount ELSE w.actual_withdraw_amount END,
         w.transaction_id, NULL::uuid, w.to_address
    FROM withdrawal w
   WHERE w.business_id = $1::uuid AND w.status = 'COMPLETED'
     AND coalesce(w.withdraw_currency, w.settlement_currency) = $2::text`;
