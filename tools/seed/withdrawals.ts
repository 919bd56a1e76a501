import { seedProvenanceSql } from './origin.ts';
import { hex64Sql, randomBelow, uuidSql } from './randomness.ts';
import { coinCount } from './samples.ts';

const fields = [
  'clientWithdrawalId',
  'status',
  'displayCurrency',
  'withdrawCurrency',
  'settlementCurrency',
  'expectedDisplayAmount',
  'actualDisplayAmount',
  'estimatedWithdrawAmount',
  'actualWithdrawAmount',
  'deductedSettlementAmount',
  'withdrawFee',
  'displayFee',
  'toTxAddress',
  'transactionId',
];

/** One withdrawal for every fifty payments, with their total amount. `$1` business, `$2` now. */
export const insertWithdrawals = `
  INSERT INTO withdrawal (
    business_id, withdrawal_id, client_withdrawal_id, status, display_currency, withdraw_currency, settlement_currency,
    expected_display_amount, actual_display_amount, estimated_withdraw_amount, actual_withdraw_amount,
    deducted_settlement_amount, withdraw_fee, display_fee, to_tx_address, to_address, to_tag, to_address_key,
    transaction_id, provenance, versions, first_received_at, changed_at)
  SELECT $1::uuid, ${uuidSql('$1', 'n', "'w'")}, 'payout-' || n, status, 'EUR', coin,
         CASE WHEN luck % 10 < 7 THEN 'EUR' WHEN luck % 10 < 9 THEN 'USDT' ELSE 'USD' END, display,
         CASE WHEN status = 'COMPLETED' THEN display - 0.13 END, coins, CASE WHEN status = 'COMPLETED' THEN coins END,
         CASE WHEN status = 'COMPLETED' THEN display + 0.3 END, 0.00001, 0.01,
         address || coalesce('?dt=' || tag, ''), address, tag, address,
         CASE WHEN status = 'COMPLETED' THEN ${hex64Sql("n::text || 'out'")} END,
         ${seedProvenanceSql(fields)}, 1, at, at
    FROM (
      SELECT p.n, p.at + least(interval '3 hours', 0.9 * ($2::timestamptz - p.at)) AS at, ${randomBelow('p.n', 21, 1000)} AS luck, c.coin,
             CASE WHEN ${randomBelow('p.n', 21, 1000)} < 985 THEN 'COMPLETED' WHEN ${randomBelow('p.n', 21, 1000)} < 999 THEN 'FAILED'
                  ELSE 'BLOCKED' END AS status,
             round(p.size % 5000000 / 100.0, 2) + 10 AS display,
             round((p.size % 5000000 / 100.0 + 10) / c.eur, least(c.scale, 8)) AS coins,
             CASE WHEN c.network IN ('XRP', 'XLM') THEN (n % 90000 + 10000)::text END AS tag,
             CASE WHEN c.network IN ('ETH', 'BSC') THEN '0x' ELSE 'w' END || md5((n % 40)::text) || '00112233' AS address
        FROM seed_payment p JOIN seed_coin c ON c.i = ${randomBelow('p.n', 22, coinCount)}
       WHERE p.n % 50 = 23
    ) AS one ORDER BY at`;
