import { seedProvenanceSql } from './origin.ts';
import { hex40Sql, hex64Sql, randomBelow, uuidSql } from './randomness.ts';
import { coinCount } from './samples.ts';

/** Every deposit of the payments in `seed_payment`, in a realistic mix. `$1` business, `$2` now. */
const each = `
  SELECT p.*, k, p.n * 16 + k AS m, ${randomBelow('p.n * 16 + k', 11, 1000)} AS fate, ${randomBelow('p.n * 16 + k', 12, 100)} AS told,
         ${randomBelow('p.n * 16 + k', 13, 100)} AS wrong, ${randomBelow('p.n * 16 + k', 14, 1000)} AS wait,
         ${randomBelow('p.n * 16 + k', 15, coinCount)} AS other_at, ${randomBelow('p.n * 16 + k', 16, 10)} AS settled_in
    FROM seed_payment p CROSS JOIN LATERAL generate_series(1, p.deposits) AS k`;

/** Splits the requested amount. The last part is the remainder. */
const part = (amount: string, digits: string) => `
  CASE WHEN reusable THEN ${amount}
       WHEN k < deposits THEN round(${amount} / deposits, ${digits})
       ELSE ${amount} - (deposits - 1) * round(${amount} / deposits, ${digits}) END`;

export const depositsSql = `
  CREATE TEMP TABLE seed_deposit ON COMMIT DROP AS
  SELECT e.*, ${uuidSql('$1', 'e.m', "'d'")} AS deposit_id, x.*, o.coin AS came_coin, o.network AS came_network,
         -- Another coin than was asked: as much as it is worth.
         CASE WHEN x.mismatched THEN round(y.display / e.per_euro / o.eur, least(o.scale, 8)) ELSE y.coins END AS came,
         y.display AS came_display,
         CASE WHEN x.known THEN round(y.display * 0.99, e.digits) END AS payable,
         CASE WHEN x.eur_known THEN round(y.display * 0.99 / e.per_euro, 2) END AS came_eur,
         -- Before now. Deposits that would come later are not all of one moment.
         least(CASE WHEN x.late THEN e.expiry + (1 + e.wait) * interval '1 minute'
                    WHEN e.expiry IS NULL THEN e.at + (e.k * e.wait + 5) * interval '1 minute'
                    ELSE e.at + (e.expiry - e.at) * (0.05 + 0.9 * e.wait / 1000) END,
               e.at + 0.9 * greatest(interval '0', $2::timestamptz - interval '2 minutes' - e.at)) AS received
    FROM (${each}) AS e
   CROSS JOIN LATERAL (
         SELECT e.status = 'UNPROCESSABLE' OR (e.status = 'DEPOSITED' AND e.wrong = 7 AND e.fate < 300) AS mismatched,
                e.told >= 3 OR e.status <> 'DEPOSITED' AS known,
                (e.told >= 9 AND e.status IN ('DEPOSITED', 'OVERPAID', 'EXPIRED')) AS eur_known,
                e.status = 'EXPIRED' AND e.fate < 700 AS late,
                CASE e.status WHEN 'PENDING' THEN 'UNCONFIRMED' WHEN 'UNPROCESSABLE' THEN 'UNPROCESSABLE'
                     WHEN 'BLOCKED' THEN CASE WHEN e.fate < 300 THEN 'COMPLIANCE_REVIEW' ELSE 'BLOCKED' END
                     ELSE 'CONFIRMED' END AS deposit_status,
                CASE WHEN e.status = 'OVERPAID' THEN 1.05
                     WHEN e.status = 'EXPIRED' AND e.fate >= 700 THEN 0.6
                     WHEN e.status = 'DEPOSITED' AND e.habit BETWEEN 50 AND 51 THEN 0.97 ELSE 1 END AS factor
       ) AS x
    JOIN seed_coin o ON o.i = CASE WHEN x.mismatched AND e.other_at <> e.coin_at THEN e.other_at ELSE e.coin_at END
   CROSS JOIN LATERAL (
         SELECT round((${part('e.display', 'e.digits')}) * x.factor, e.digits) AS display,
                round((${part('e.coins', 'least(e.scale, 18)')}) * x.factor, e.scale) AS coins
       ) AS y`;

/** Refunds: surplus amounts, deposits in another currency, deposits after the first, and blocked ones. */
export const makeRefunds = `
  CREATE TEMP TABLE seed_refund ON COMMIT DROP AS
  SELECT m, reason, CASE reason WHEN 'OVERPAYMENT' THEN 'PARTIAL' ELSE 'FULL' END AS type,
         CASE WHEN fate % 20 = 0 THEN 'NON_REFUNDABLE' WHEN $1::timestamptz - received < interval '3 days' OR fate % 97 = 0
              THEN 'PENDING' ELSE 'CONFIRMED' END AS status,
         CASE reason WHEN 'OVERPAYMENT' THEN came - coins ELSE came END AS amount,
         CASE reason WHEN 'OVERPAYMENT' THEN came_display - display ELSE came_display END AS display_amount
    FROM (SELECT *, CASE
             WHEN deposit_status = 'BLOCKED' AND fate % 3 = 0 THEN 'ILLICIT_DEPOSIT'
             WHEN deposit_status = 'BLOCKED' AND fate % 7 = 0 THEN 'RESTRICTED_CURRENCY'
             WHEN deposit_status = 'UNPROCESSABLE' THEN 'CURRENCY_MISMATCH'
             WHEN status = 'OVERPAID' AND habit % 10 < 6 THEN 'OVERPAYMENT'
             WHEN k > 1 AND NOT reusable AND habit % 3 = 0 AND fate < 400 THEN 'FOLLOW_UP_DEPOSIT' END AS reason
            FROM seed_deposit) AS d
   WHERE reason IS NOT NULL AND known`;

/**
 * Derives totals of the deposits as the fold does: the rules are those of lib/observations/model/derived-state.ts.
 */
export const createSumsTableSql = `
  CREATE TEMP TABLE seed_sum ON COMMIT DROP AS
  SELECT d.n, count(*)::int AS count, count(*) FILTER (WHERE confirmed)::int AS confirmed,
         CASE WHEN bool_or(confirmed) AND NOT bool_and(reusable) AND (count(*) = 1 OR bool_and(known) FILTER (WHERE confirmed))
              THEN CASE sign(sum(came_display) FILTER (WHERE confirmed) - max(display))
                     WHEN 0 THEN 'exact' WHEN 1 THEN 'over' ELSE 'under' END END AS coverage,
         CASE WHEN bool_and(reusable) THEN false ELSE bool_or(received > expiry) END AS late,
         bool_or(came_coin <> coin OR came_network <> network) AS mismatch,
         coalesce(array_agg(DISTINCT r.status ORDER BY r.status) FILTER (WHERE r.status IS NOT NULL), '{}') AS refund_statuses,
         array_agg(DISTINCT deposit_status ORDER BY deposit_status) AS statuses, max(received) + interval '2 minutes' AS changed,
         sum(came_display) FILTER (WHERE confirmed) AS display, CASE WHEN bool_and(eur_known) FILTER (WHERE confirmed) THEN sum(came_eur) FILTER (WHERE confirmed) END AS eur,
         sum(came) FILTER (WHERE confirmed AND came_coin = coin) AS coins
    FROM (SELECT *, deposit_status = 'CONFIRMED' AS confirmed FROM seed_deposit) AS d LEFT JOIN seed_refund r USING (m)
   GROUP BY d.n`;

const reported = [
  'paymentId',
  'transactionId',
  'status',
  'fromAddress',
  'toAddress',
  'depositCurrency',
  'network',
  'onChainFee',
  'displayCurrency',
  'displayServiceFee',
  'settlementCurrency',
  'settlementServiceFee',
  'depositReceivedAt',
  'rateType',
];
const byCallback = [
  ...reported,
  'callbackDepositAmount',
  'callbackDisplayAmount',
  'callbackSettlementAmount',
];
const byRecord = [
  ...reported,
  'depositAmount',
  'depositDistributedUserServiceFee',
  'displayAmount',
  'displayPayableAmount',
  'displayDistributedUserServiceFee',
  'settlementPayableAmount',
  'settlementDistributedUserServiceFee',
  'uniformCurrency',
  'uniformPayableAmount',
  'uniformServiceFee',
  'uniformDistributedUserServiceFee',
  'userServiceFeeDistributionPercentage',
];
const byRefund = [
  ...byRecord,
  'refundType',
  'refundStatus',
  'refundReason',
  'refundDepositCurrency',
  'refundNetwork',
  'refundAmount',
  'refundFee',
  'refundDisplayCurrency',
  'refundDisplayAmount',
  'refundDisplayFee',
  'refundTransactionId',
  'refundConfirmedAt',
];

const evm = "came_network IN ('ETH', 'BSC')";

/** `$1` business, `$2` now. */
export const insertDeposits = `
  INSERT INTO deposit (
    business_id, deposit_id, payment_id, transaction_id, status, from_address, to_address, deposit_currency,
    network, deposit_amount, deposit_distributed_user_service_fee, on_chain_fee, display_currency,
    display_amount, display_payable_amount, display_service_fee, display_distributed_user_service_fee,
    settlement_currency, settlement_payable_amount, settlement_service_fee, settlement_distributed_user_service_fee,
    uniform_currency, uniform_payable_amount, uniform_service_fee, uniform_distributed_user_service_fee,
    user_service_fee_distribution_percentage, deposit_received_at, callback_deposit_amount, callback_display_amount,
    callback_settlement_amount, rate_type, refund_type, refund_status, refund_reason, refund_deposit_currency, refund_network,
    refund_amount, refund_fee, refund_display_currency, refund_display_amount, refund_display_fee, refund_transaction_id,
    refund_confirmed_at, refund_first_seen_at, provenance, record_seen, versions, sort_at, first_observed_at,
    changed_at)
  SELECT $1::uuid, d.deposit_id, d.id, t.hash, d.deposit_status, f.sender, p.wallet_address,
         came_coin, came_network, CASE WHEN known THEN came END, CASE WHEN known THEN 0 END,
         round(0.000021 * (1 + wait % 9), 6), d.currency, CASE WHEN known THEN came_display END, payable,
         round(came_display * 0.01, digits), CASE WHEN known THEN 0 END, s.settlement,
         CASE WHEN known THEN round(came_display * 0.99 / d.per_euro * s.per_euro, 2) END,
         round(came_display * 0.01 / d.per_euro * s.per_euro, 2), CASE WHEN known THEN 0 END,
         CASE WHEN eur_known THEN 'EUR' END, came_eur, CASE WHEN eur_known THEN round(came_display * 0.01 / d.per_euro, 2) END,
         CASE WHEN eur_known THEN 0 END, CASE WHEN known THEN '0' END, date_trunc('second', received),
         CASE WHEN NOT known THEN came END, CASE WHEN NOT known THEN came_display END,
         CASE WHEN NOT known THEN round(came_display * 0.99 / d.per_euro * s.per_euro, 2) END, p.rate_type,
         r.type, r.status, r.reason, CASE WHEN r.m IS NOT NULL THEN came_coin END,
         CASE WHEN r.m IS NOT NULL THEN came_network END, r.amount, CASE WHEN r.m IS NOT NULL THEN 0.00001 END,
         CASE WHEN r.m IS NOT NULL THEN currency END, r.display_amount, CASE WHEN r.m IS NOT NULL THEN 0.01 END,
         CASE WHEN r.status = 'CONFIRMED' THEN md5('refund' || d.m) || md5(d.m::text || 'refund') END,
         CASE WHEN r.status = 'CONFIRMED' THEN date_trunc('second', received + interval '1 day') END,
         CASE WHEN r.m IS NOT NULL THEN received + least(interval '1 hour', 0.9 * ($2::timestamptz - received)) END,
         CASE WHEN r.m IS NOT NULL THEN ${seedProvenanceSql(byRefund)} WHEN known THEN ${seedProvenanceSql(byRecord)}
              ELSE ${seedProvenanceSql(byCallback)} END,
         known, CASE WHEN known THEN 0 ELSE 1 END, date_trunc('second', received), received + interval '30 seconds',
         received + interval '2 minutes'
    FROM seed_deposit d
    JOIN payment p ON p.business_id = $1::uuid AND p.payment_id = d.id
    LEFT JOIN seed_refund r USING (m)
   CROSS JOIN LATERAL (SELECT CASE WHEN ${evm} THEN '0x' ELSE '' END
           -- Now and then one transaction carries several deposits.
           || ${hex64Sql("(CASE WHEN d.fate = 500 THEN d.n * 16 + 1 ELSE d.m END)::text || 'tx'")} AS hash) AS t
   CROSS JOIN LATERAL (SELECT CASE WHEN ${evm} THEN '0x' || ${hex40Sql("(d.n / 3)::text || 'from'")}
           ELSE 'q' || ${hex40Sql("(d.n / 3)::text || 'from'")} END AS sender) AS f
   CROSS JOIN LATERAL (SELECT CASE WHEN settled_in < 7 THEN 'EUR' WHEN settled_in < 9 THEN 'USDT' ELSE 'USD' END AS settlement,
                              CASE WHEN settled_in < 7 THEN 1 ELSE 1.16 END AS per_euro) AS s
   ORDER BY received`;

const entity = (name: string, category: string) =>
  `json_build_object('name', ${name}, 'category', ${category})`;

/** Most deposits were assessed without a result. One in two thousand names an entity. */
export const insertRisks = `
  INSERT INTO deposit_risk (business_id, deposit_id, risk_score, assessment, provenance)
  SELECT $1::uuid, deposit_id, ((fate % 40) / 100.0)::numeric(4, 2)::text,
         CASE WHEN m % 2000 = 5 OR deposit_status IN ('BLOCKED', 'COMPLIANCE_REVIEW')
              THEN jsonb_build_object('addressOwner', ${entity("'Mixing service ' || (m % 50)", "'mixer'")},
                     'sourceRiskEntities', json_build_array(${entity("'Mixing service ' || (m % 50)", "'mixer'")}),
                     'destinationRiskEntities', '[]'::jsonb)
              ELSE '{"sourceRiskEntities": [], "destinationRiskEntities": []}'::jsonb END,
         ${seedProvenanceSql(['riskScore', 'assessment'])}
    FROM seed_deposit WHERE known AND told >= 20`;
