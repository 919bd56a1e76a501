import { countReceivedSql } from '#lib/observations/index.ts';
import { uuidSql } from './randomness.ts';

/**
 * Adds a callback for each record that was reported by one, with the content of the record (§6.1, §6.2), so that
 * the callback log grows with the payments. One in forty is delivered twice.
 */

const seconds = (column: string) => `floor(extract(epoch FROM ${column}))::bigint`;
const digits = (column: string) => `trim_scale(${column})`;

/** The query `source` returns id, number, content and time of each callback, and its subject. `$1` business. */
const insertMessages = (kind: string, source: string) => `
  WITH told AS (${source}),
  kept AS (
    INSERT INTO callback_message (id, business_id, kind, sha256, body, first_received_at, last_received_at, deliveries,
                                  verdict, subject_id, payment_id)
    SELECT id, $1::uuid, '${kind}', sha256(body), body, at,
           at + (number % 40 = 0)::int * interval '2 minutes', 1 + (number % 40 = 0)::int, 'applied', subject_id, payment_id
      FROM told ORDER BY at
    RETURNING id, business_id, first_received_at, deliveries),
  delivered AS (
  INSERT INTO callback_delivery (business_id, message_id, received_at, headers)
  SELECT $1::uuid, id, first_received_at + (k - 1) * interval '2 minutes', '{"user-agent": "seed"}'
    FROM kept CROSS JOIN LATERAL generate_series(1, deliveries) AS k
  RETURNING id, business_id),
  counted AS (${countReceivedSql('callback_message', 'kept')})
  ${countReceivedSql('callback_delivery', 'delivered')}`;

export const insertDepositCallbacks = insertMessages(
  'deposit-received',
  `SELECT ${uuidSql('$1', 's.m', "'c'")} AS id, s.m AS number, d.first_observed_at AS at, d.deposit_id AS subject_id, d.payment_id,
          convert_to(json_build_object(
            'actualDepositAmount', ${digits('d.callback_deposit_amount')},
            'actualDisplayAmount', ${digits('d.callback_display_amount')},
            'clientPaymentId', p.client_payment_id, 'depositCurrency', d.deposit_currency,
            'settlementAmount', ${digits('d.callback_settlement_amount')}, 'settlementCurrency', d.settlement_currency,
            'depositId', d.deposit_id, 'onChainFee', ${digits('d.on_chain_fee')}, 'depositAddress', d.to_address,
            'fromAddress', d.from_address, 'transactionId', d.transaction_id, 'displayCurrency', d.display_currency,
            'expectedDepositAmount', ${digits('p.expected_deposit_amount')}::text,
            'displayServiceFee', ${digits('d.display_service_fee')},
            'settlementServiceFee', ${digits('d.settlement_service_fee')},
            'expectedDisplayAmount', ${digits('p.expected_display_amount')}, 'network', d.network,
            'expirationTime', ${seconds('s.expiry')}, 'paymentId', d.payment_id,
            'paymentReceivedAt', ${seconds('d.deposit_received_at')},
            'paymentRequestedAt', ${seconds('p.payment_requested_at')}, 'status', d.status, 'rateType', d.rate_type,
            'settlementDistributedUserServiceFee', '0', 'displayDistributedUserServiceFee', '0')::text, 'UTF8') AS body
     FROM seed_deposit s
     JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = s.deposit_id
     JOIN payment p ON p.business_id = $1::uuid AND p.payment_id = s.id
    WHERE NOT s.known`,
);

export const insertWithdrawalCallbacks = insertMessages(
  'withdrawal',
  `SELECT ${uuidSql('$1', 's.n', "'v'")} AS id, s.n AS number, w.first_received_at AS at, w.withdrawal_id AS subject_id,
          NULL::uuid AS payment_id,
          convert_to(json_build_object(
            'status', w.status, 'clientWithdrawalId', w.client_withdrawal_id, 'businessId', w.business_id,
            'withdrawalId', w.withdrawal_id, 'displayCurrency', w.display_currency,
            'withdrawCurrency', w.withdraw_currency, 'settlementCurrency', w.settlement_currency,
            'expectedDisplayAmount', ${digits('w.expected_display_amount')},
            'actualDisplayAmount', ${digits('w.actual_display_amount')},
            'estimatedWithdrawAmount', ${digits('w.estimated_withdraw_amount')},
            'actualWithdrawAmount', ${digits('w.actual_withdraw_amount')},
            'deductedSettlementAmount', ${digits('w.deducted_settlement_amount')},
            'withdrawFee', ${digits('w.withdraw_fee')}, 'displayFee', ${digits('w.display_fee')},
            'toTxAddress', w.to_tx_address, 'transactionId', w.transaction_id)::text, 'UTF8') AS body
     FROM seed_payment s
     JOIN withdrawal w ON w.business_id = $1::uuid AND w.withdrawal_id = ${uuidSql('$1', 's.n', "'w'")}
    WHERE s.n % 50 = 23`,
);
