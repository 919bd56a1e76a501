import { seedProvenanceSql } from './origin.ts';
import { hex40Sql, randomBelow, randomInteger, uuidSql } from './randomness.ts';
import { coinCount, currencyCount } from './samples.ts';

/**
 * A batch of numbered payments, with everything that their deposits need. `$1` business, `$2` first number, `$3`
 * count, `$4` and `$5` the period over which they are spread, `$6` now.
 */
const n = 'n';
const numbered = `
  SELECT n, ${randomBelow(n, 1, 1000)} AS luck, ${randomBelow(n, 2, 100)} < 4 AS reusable, ${randomBelow(n, 3, 100)} AS turn,
         ${randomBelow(n, 4, 100)} AS habit, ${randomBelow(n, 5, currencyCount)} AS currency_at, ${randomBelow(n, 6, coinCount)} AS coin_at,
         ${randomBelow(n, 7, 10)} AS choice, ${randomInteger(n, 8)} AS size, ${randomInteger(n, 9)} AS tail,
         date_trunc('second', $4::timestamptz + ($5::timestamptz - $4::timestamptz) * ((n - $2::bigint)::float8 / $3::int)) AS at
    FROM generate_series($2::bigint, $2::bigint + $3::int - 1) AS n`;

/** Only recent payments are open; older ones have expired. */
const told = `
  SELECT *, CASE
      WHEN reusable THEN CASE WHEN luck < 600 THEN 'DEPOSITED' ELSE 'NEW' END
      WHEN luck < 700 THEN 'DEPOSITED'
      WHEN luck < 730 THEN 'OVERPAID'
      WHEN luck < 742 THEN 'BLOCKED'
      WHEN luck < 750 THEN 'UNPROCESSABLE'
      WHEN luck < 756 AND $6::timestamptz - at < interval '2 days' THEN 'PENDING'
      WHEN luck < 771 AND $6::timestamptz - at < interval '7 days' THEN 'AWAITING'
      WHEN luck < 786 AND $6::timestamptz - at < interval '7 days' THEN 'NEW'
      ELSE 'EXPIRED' END AS status,
    CASE WHEN reusable THEN NULL ELSE (ARRAY[15, 30, 30, 30, 60, 60, 1440, 0])[1 + turn % 8] END AS minutes
    FROM (${numbered}) AS numbered`;

export const makePayments = `
  CREATE TEMP TABLE seed_payment ON COMMIT DROP AS
  SELECT t.*, ${uuidSql('$1', 't.n', "'p'")} AS id, c.coin, c.network, c.eur AS coin_eur, c.scale, f.currency, f.per_euro, f.digits,
         CASE WHEN minutes IS NOT NULL THEN at + CASE minutes WHEN 0 THEN 10080 ELSE minutes END * interval '1 minute' END
           AS expiry,
         CASE
           WHEN reusable THEN CASE WHEN status = 'DEPOSITED' THEN 1 + turn % 6 ELSE 0 END
           WHEN status = 'DEPOSITED' THEN CASE WHEN turn < 95 THEN 1 WHEN turn < 99 THEN 2 ELSE 3 END
           WHEN status IN ('OVERPAID', 'BLOCKED', 'UNPROCESSABLE', 'PENDING') THEN 1
           WHEN status = 'EXPIRED' AND turn < 5 THEN 1 ELSE 0 END AS deposits,
         status NOT IN ('NEW', 'EXPIRED') OR choice > 2 OR (status = 'EXPIRED' AND turn < 5) AS chosen,
         round(e.eur * f.per_euro, f.digits) AS display,
         -- Coins of 18 decimals come with all of them.
         round(e.eur / c.eur, least(c.scale, 8)) + CASE WHEN c.scale = 18 THEN (t.tail % 999999999 + 1) * 1e-18 ELSE 0 END
           AS coins
    FROM (${told}) AS t
    JOIN seed_coin c ON c.i = t.coin_at
    JOIN seed_currency f ON f.i = t.currency_at
   CROSS JOIN LATERAL (SELECT round((5 * exp((t.size % 1000000) * 6.9e-6::float8))::numeric, 2) AS eur) AS e`;

const always = [
  'clientPaymentId',
  'locale',
  'status',
  'rateType',
  'type',
  'url',
  'overpaymentPolicy',
  'refundFollowUpDepositsForOneTimePayments',
  'processorType',
  'displayCurrency',
  'expectedDisplayAmount',
  'actualDisplayAmount',
  'actualDisplayDistributedUserServiceFee',
  'actualDepositAmount',
  'actualDepositDistributedUserServiceFee',
  'actualUniformAmount',
  'userServiceFeeDistributionPercentage',
  'paymentInitiatedAt',
  'initiatedBy',
];
const asked = [
  'walletAddress',
  'depositCurrency',
  'expectedNetwork',
  'expectedDepositAmount',
  'paymentRequestedAt',
];

/** XRP and XLM use few addresses, with a tag for each payment. */
const address = `CASE
    WHEN NOT chosen THEN NULL
    WHEN network IN ('ETH', 'BSC') THEN '0x' || ${hex40Sql('n::text')}
    WHEN network = 'BTC' THEN 'bc1q' || substr(${hex40Sql('n::text')}, 1, 38)
    WHEN network = 'XRP' THEN 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GD' || (n % 4)
    WHEN network = 'XLM' THEN 'GCO2IP3MJNUOKS4PUDI4C7LGGMQDJGXG3COYX3WSB4HHNAHKYV5YL3V' || (n % 4)
    WHEN network = 'TRX' THEN 'T' || substr(md5(n::text), 1, 32) || 'q'
    ELSE upper(substr(network, 1, 1)) || ${hex40Sql('n::text')} END`;

/** One in five hundred has a reference of maximum length, with letters of several scripts. */
const reference = `CASE
    WHEN n % 500 = 77 THEN 'Bestellung für Ω-客户 № ' || n || ' ' || repeat('sehr lange Bezeichnung ', 6)
    WHEN n % 7 = 3 THEN 'INV/' || to_char(at, 'YYYY') || '/' || lpad(n::text, 9, '0')
    ELSE 'order-' || substr(md5('reference' || n), 1, 10) || '-' || n END`;

export const insertPayments = `
  INSERT INTO payment (
    business_id, payment_id, client_payment_id, locale, status, rate_type, type, url, overpayment_policy,
    refund_follow_up_deposits_for_one_time_payments, processor_type, wallet_address, destination_tag,
    display_currency, expected_display_amount, actual_display_amount, actual_display_distributed_user_service_fee,
    deposit_currency, expected_network, expected_deposit_amount, actual_deposit_amount,
    actual_deposit_distributed_user_service_fee, actual_uniform_amount, user_service_fee_distribution_percentage,
    expiration_minutes, initiated_by, payment_initiated_at, payment_requested_at, provenance, record_seen,
    deposit_count, confirmed_deposit_count, coverage, late, currency_mismatch, refund_statuses, deposit_statuses,
    sort_at, first_observed_at, changed_at)
  SELECT $1::uuid, p.id, ${reference}, (ARRAY['en', 'de', 'fr', 'es', 'pt', 'tr', 'ar', 'ja'])[1 + habit % 8], status,
         CASE WHEN reusable OR habit < 40 THEN 'FLOATING' ELSE 'FIXED' END,
         CASE WHEN reusable THEN 'REUSABLE' ELSE 'ONE_TIME' END, 'https://pay.example.com/checkout/' || p.id,
         CASE WHEN habit % 10 = 0 THEN 'EXCESS_REFUND' ELSE 'PROCESS' END, habit % 3 = 0, 'BLOCKCHAIN',
         a.address,
         CASE WHEN chosen AND network IN ('XRP', 'XLM') THEN (100000 + n)::text END,
         currency, p.display, coalesce(d.display, 0), 0,
         CASE WHEN chosen THEN coin END, CASE WHEN chosen THEN network END, CASE WHEN chosen THEN p.coins END,
         coalesce(d.coins, 0), 0, CASE WHEN d.n IS NULL THEN 0 ELSE d.eur END, '0', minutes, 'API', at,
         CASE WHEN chosen THEN at + interval '40 seconds' END,
         CASE WHEN chosen THEN ${seedProvenanceSql([...always, ...asked, 'expirationMinutes', 'destinationTag'])}
              ELSE ${seedProvenanceSql([...always, 'expirationMinutes'])} END, true,
         coalesce(d.count, 0), coalesce(d.confirmed, 0), d.coverage, d.late, d.mismatch,
         coalesce(d.refund_statuses, '{}'), coalesce(d.statuses, '{}'), at, at + interval '1 minute',
         coalesce(d.changed, at + interval '1 minute')
    FROM seed_payment p
    LEFT JOIN seed_sum d USING (n)
   CROSS JOIN LATERAL (SELECT ${address} AS address) AS a
   ORDER BY at`;

/**
 * Our create requests: one payment in a hundred was made on the New payment page. `$2` is the person who made them.
 */
export const insertIntents = `
  WITH made AS (
    INSERT INTO payment_intent (business_id, id, client_payment_id, request_body, state, created_by, created_at, changed_at,
                                payment_id, payment_url, http_status)
    SELECT $1::uuid, ${uuidSql('$1', 's.n', "'i'")}, p.client_payment_id,
           json_build_object('clientPaymentId', p.client_payment_id, 'businessId', $1::text, 'displayCurrency', s.currency,
                             'displayAmount', s.display::text)::text,
           'CREATED', $2::uuid, s.at, s.at, p.payment_id, p.url, 200
      FROM seed_payment s JOIN payment p ON p.business_id = $1::uuid AND p.payment_id = s.id
     WHERE s.n % 100 = 11
    RETURNING business_id, id, payment_id, created_at, created_by)
  , linked AS (
    INSERT INTO intent_payment (business_id, payment_id, intent_id, confirmed, found_at)
    SELECT business_id, payment_id, id, true, created_at FROM made)
  INSERT INTO payment_attempt (business_id, intent_id, started_at, finished_at, outcome, http_status, person_id, request_id)
  SELECT business_id, id, created_at, created_at + interval '1 second', 'CREATED', 200, created_by, 'seed' FROM made`;
