import 'server-only';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { currencyOfActualDeposit, expiryOf } from '#lib/payments/model-state.ts';
import type { PaymentDetail } from '#lib/payments/schema-fields.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import type { Provenance } from '#lib/values/provenance.ts';
import { originOf, sourceWords } from '#lib/values/provenance.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { ZonedTime } from '../zoned-time.ts';
import type { DocumentContent, DocumentRow } from './document.ts';

const unknown = '— not told';

type Zone = { readonly name: string; readonly time: ZonedTime };
type Line = readonly [label: string, field: string, value: string | null];

const moment = ({ time }: Zone, at: UnixSeconds | null) => (at === null ? null : time(at * 1_000));
const money = (amount: Amount | SignedAmount | null, currency: string | null) =>
  amount === null ? null : `${amount} ${currency ?? '(currency not told)'}`;

/** Each with where it comes from and when that was observed. */
const rowsOf = (provenance: Provenance, { time }: Zone, lines: readonly Line[]): DocumentRow[] =>
  lines.map(([label, field, value]) => {
    const origin = originOf(provenance, field);
    const isKnown = value !== null && value !== '';
    return {
      label,
      value: isKnown ? value : unknown,
      source: isKnown && origin ? `${sourceWords(origin.source)}, ${time(origin.at)}` : '',
    };
  });

function paymentRows(payment: PaymentDetail, zone: Zone): DocumentRow[] {
  const { displayCurrency: display, depositCurrency: coin } = payment;
  const expiry = expiryOf(payment);
  return [
    ...rowsOf(payment.provenance, zone, [
      ['Payment ID', 'paymentId', payment.paymentId],
      ['Client payment ID', 'clientPaymentId', payment.clientPaymentId],
      ['Status', 'status', payment.status],
      ['Type', 'type', payment.type],
      ['Rate', 'rateType', payment.rateType],
      ['Initiated', 'paymentInitiatedAt', moment(zone, payment.paymentInitiatedAt)],
      ['Requested', 'paymentRequestedAt', moment(zone, payment.paymentRequestedAt)],
    ]),
    {
      label: 'Expires',
      value: expiry === null ? (payment.type === 'REUSABLE' ? 'never' : unknown) : zone.time(expiry * 1_000),
      source: expiry === null || payment.expirationTime !== null ? '' : 'reckoned here from the time frame',
    },
    ...rowsOf(payment.provenance, zone, [
      [
        'Coin and network',
        'depositCurrency',
        coin && `${coin} on ${payment.expectedNetwork ?? 'a network not told'}`,
      ],
      ['Address', 'walletAddress', payment.walletAddress],
      ['Destination tag', 'destinationTag', payment.destinationTag],
      ['Expected', 'expectedDisplayAmount', money(payment.expectedDisplayAmount, display)],
      ['Actual', 'actualDisplayAmount', money(payment.actualDisplayAmount, display)],
      ['Expected in the coin', 'expectedDepositAmount', money(payment.expectedDepositAmount, coin)],
      [
        'Actual in the coin',
        'actualDepositAmount',
        money(payment.actualDepositAmount, currencyOfActualDeposit(payment)),
      ],
      ['Expected in EUR', 'expectedUniformAmount', money(payment.expectedUniformAmount, 'EUR')],
      ['Actual in EUR', 'actualUniformAmount', money(payment.actualUniformAmount, 'EUR')],
    ]),
  ];
}

function depositRows(deposit: DepositDetail, zone: Zone): DocumentRow[] {
  const { depositCurrency: coin, displayCurrency: display, settlementCurrency: settlement } = deposit;
  const told = deposit.depositAmount !== null;
  return rowsOf(deposit.provenance, zone, [
    ['Deposit ID', 'depositId', deposit.depositId],
    ['Status', 'status', deposit.status],
    ['Received', 'depositReceivedAt', moment(zone, deposit.depositReceivedAt)],
    told
      ? ['Deposited', 'depositAmount', money(deposit.depositAmount, coin)]
      : [
          'Deposited, as a callback told',
          'callbackDepositAmount',
          money(deposit.callbackDepositAmount, coin),
        ],
    ['On-chain fee, by the payer', 'onChainFee', money(deposit.onChainFee, coin)],
    ['Network', 'network', deposit.network],
    ['Transaction', 'transactionId', deposit.transactionId],
    ['From', 'fromAddress', deposit.fromAddress],
    ['To', 'toAddress', deposit.toAddress],
    ['In the price’s currency', 'displayAmount', money(deposit.displayAmount, display)],
    ['Service fee', 'displayServiceFee', money(deposit.displayServiceFee, display)],
    [
      'Fee borne by the payer',
      'displayDistributedUserServiceFee',
      money(deposit.displayDistributedUserServiceFee, display),
    ],
    ['Credited', 'displayPayableAmount', money(deposit.displayPayableAmount, display)],
    ['Credited in settlement', 'settlementPayableAmount', money(deposit.settlementPayableAmount, settlement)],
    ['Credited in EUR', 'uniformPayableAmount', money(deposit.uniformPayableAmount, 'EUR')],
  ]);
}

function refundRows(deposit: DepositDetail, zone: Zone): DocumentRow[] {
  const { refundDepositCurrency: coin, refundDisplayCurrency: display } = deposit;
  return rowsOf(deposit.provenance, zone, [
    ['Status', 'refundStatus', deposit.refundStatus],
    ['Type', 'refundType', deposit.refundType],
    ['Reason', 'refundReason', deposit.refundReason],
    ['Amount', 'refundAmount', money(deposit.refundAmount, coin)],
    ['On-chain fee', 'refundFee', money(deposit.refundFee, coin)],
    ['In the price’s currency', 'refundDisplayAmount', money(deposit.refundDisplayAmount, display)],
    ['Network', 'refundNetwork', deposit.refundNetwork],
    ['Transaction', 'refundTransactionId', deposit.refundTransactionId],
    ['Confirmed', 'refundConfirmedAt', moment(zone, deposit.refundConfirmedAt)],
  ]);
}

/** A payment for the customer's file: what is recorded of it, its deposits and refunds. Nothing of risk, no link, no note. */
export function paymentContent(
  { payment, deposits }: { payment: PaymentDetail; deposits: readonly DepositDetail[] },
  { businessName, zone, at }: { businessName: string; zone: Zone; at: number },
): DocumentContent {
  const left = payment.depositCount - deposits.length;
  return {
    title: `Payment ${payment.clientPaymentId ?? payment.paymentId}`,
    lead: [businessName, `As of ${zone.time(at)}. Times in ${zone.name}.`],
    parts: [
      { title: 'Payment', rows: paymentRows(payment, zone) },
      ...deposits.flatMap((deposit, index) => {
        const number = deposits.length === 1 ? '' : ` ${index + 1} of ${payment.depositCount}`;
        const refund = deposit.refundFirstSeenAt === null ? [] : refundRows(deposit, zone);
        return [
          { title: `Deposit${number}`, rows: depositRows(deposit, zone) },
          ...(refund.length === 0 ? [] : [{ title: `Refund of deposit${number}`, rows: refund }]),
        ];
      }),
      ...(deposits.length === 0
        ? [{ title: 'Deposits', rows: [{ label: 'Deposits', value: 'none told so far', source: '' }] }]
        : []),
    ],
    notes: [
      ...(left > 0 ? [`${left} more deposits are not in this document.`] : []),
      ...(payment.canBeRead
        ? []
        : ['Payments are not read from the service here: the status is as it was first told.']),
      'Amounts are as received from the payment service, to the last digit; none is reckoned from another.',
    ],
    foot: `${businessName} · payment ${payment.paymentId} · as of ${zone.time(at)}`,
    at,
  };
}
