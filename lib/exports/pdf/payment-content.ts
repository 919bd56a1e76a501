import 'server-only';
import { countEarlierDeposits } from '#lib/deposits/model.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposit.ts';
import {
  calculateExpiry,
  currencyOfActualDeposit,
  findLastReported,
  inferStates,
} from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Provenance, Source } from '#lib/values/provenance.ts';
import { findOrigin } from '#lib/values/provenance.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { ZonedFormatter } from '../zoned-formatter.ts';
import { findCustomerLabel, formatCustomerTime } from './customer-labels.ts';
import type { DocumentContent, DocumentRow } from './document.ts';

const unknown = '— not known';

type Zone = { readonly name: string; readonly time: ZonedFormatter };
type Line = readonly [label: string, field: string, value: string | null];

const moment = ({ time }: Zone, at: UnixSeconds | null) =>
  at === null ? null : formatCustomerTime(time(at * 1_000));
const money = (amount: Amount | null, currency: string | null) =>
  amount === null ? null : `${amount} ${currency ?? '(currency not known)'}`;

/** What did not come from the payment service says so; all else did. */
const notReported: Readonly<Record<Source, string | null>> = {
  read: null,
  create: null,
  callback: null,
  import: 'entered by hand',
  seed: 'made up for a trial',
};

/** A deposit's amount that no record has told, in the words of the pages but for `callback`, which no payer knows. */
const provisional: readonly string[] = ['callbackDepositAmount', 'callbackDisplayAmount'];
const moreMayFollow = 'may be of the whole payment: no record has told it yet';

const rowsOf = (provenance: Provenance, { time }: Zone, lines: readonly Line[]): DocumentRow[] =>
  lines.map(([label, field, value]) => {
    const origin = findOrigin(provenance, field);
    const isKnown = value !== null && value !== '';
    const said = origin === null ? null : notReported[origin.source];
    const source = origin && said !== null ? `${said}, ${formatCustomerTime(time(origin.at))}` : '';
    return {
      label,
      value: isKnown ? value : unknown,
      source: isKnown ? (provisional.includes(field) ? moreMayFollow : source) : '',
    };
  });

/** Coins whose address alone is not enough. */
const tagged: readonly (string | null)[] = ['XRP', 'XLM'];

function statusOf(payment: PaymentDetail, now: number): string | null {
  if (inferStates(payment, now / 1_000).includes('paid'))
    return 'All that was asked has arrived; the payment service has not stated it yet';
  return findCustomerLabel('payment', payment.status);
}

function paymentRows(payment: PaymentDetail, zone: Zone, now: number): DocumentRow[] {
  const { displayCurrency: display, depositCurrency: coin, expectedNetwork: network } = payment;
  const expiry = calculateExpiry(payment);
  const hasTag = payment.destinationTag !== null || tagged.includes(coin);
  return [
    ...rowsOf(payment.provenance, zone, [
      ['Reference', 'clientPaymentId', payment.clientPaymentId],
      ['Payment ID', 'paymentId', payment.paymentId],
      ['Status', 'status', statusOf(payment, now)],
      ['Kind', 'type', findCustomerLabel('type', payment.type)],
      ['Exchange rate', 'rateType', findCustomerLabel('rateType', payment.rateType)],
      ['Begun', 'paymentInitiatedAt', moment(zone, payment.paymentInitiatedAt)],
      ['Requested', 'paymentRequestedAt', moment(zone, payment.paymentRequestedAt)],
    ]),
    {
      label: 'Payable until',
      value:
        expiry === null
          ? payment.type === 'REUSABLE'
            ? 'without an end'
            : unknown
          : formatCustomerTime(zone.time(expiry * 1_000)),
      source: expiry === null || payment.expirationTime !== null ? '' : 'reckoned from the time frame',
    },
    ...rowsOf(payment.provenance, zone, [
      ['Coin and network', 'depositCurrency', coin && `${coin} on ${network ?? 'a network not known'}`],
      ['Address', 'walletAddress', payment.walletAddress],
      ...(hasTag ? [['Destination tag', 'destinationTag', payment.destinationTag] as const] : []),
      ['Asked', 'expectedDisplayAmount', money(payment.expectedDisplayAmount, display)],
      ['Paid', 'actualDisplayAmount', money(findLastReported(payment.actualDisplayAmount, payment), display)],
      ['Asked in the coin', 'expectedDepositAmount', money(payment.expectedDepositAmount, coin)],
      [
        'Paid in the coin',
        'actualDepositAmount',
        money(findLastReported(payment.actualDepositAmount, payment), currencyOfActualDeposit(payment)),
      ],
    ]),
  ];
}

/** Without what is the merchant's alone: service fees, what is credited and settled, EUR. */
function depositRows(deposit: DepositDetail, zone: Zone): DocumentRow[] {
  const { depositCurrency: coin, displayCurrency: display } = deposit;
  const told = deposit.depositAmount !== null;
  return rowsOf(deposit.provenance, zone, [
    ['Deposit ID', 'depositId', deposit.depositId],
    ['Status', 'status', findCustomerLabel('deposit', deposit.status)],
    ['Received', 'depositReceivedAt', moment(zone, deposit.depositReceivedAt)],
    told
      ? ['Amount', 'depositAmount', money(deposit.depositAmount, coin)]
      : ['Amount', 'callbackDepositAmount', money(deposit.callbackDepositAmount, coin)],
    deposit.displayAmount === null
      ? ['Worth', 'callbackDisplayAmount', money(deposit.callbackDisplayAmount, display)]
      : ['Worth', 'displayAmount', money(deposit.displayAmount, display)],
    ['Network fee, by the payer', 'onChainFee', money(deposit.onChainFee, coin)],
    [
      'Service fee, by the payer',
      'displayDistributedUserServiceFee',
      money(deposit.displayDistributedUserServiceFee, display),
    ],
    ['Network', 'network', deposit.network],
    ['Transaction', 'transactionId', deposit.transactionId],
    ['From', 'fromAddress', deposit.fromAddress],
    ['To', 'toAddress', deposit.toAddress],
  ]);
}

function refundRows(deposit: DepositDetail, zone: Zone): DocumentRow[] {
  const { refundDepositCurrency: coin, refundDisplayCurrency: display } = deposit;
  return rowsOf(deposit.provenance, zone, [
    ['Status', 'refundStatus', findCustomerLabel('refund', deposit.refundStatus)],
    ['How much', 'refundType', findCustomerLabel('refundType', deposit.refundType)],
    ['Why', 'refundReason', findCustomerLabel('refundReason', deposit.refundReason)],
    ['Amount', 'refundAmount', money(deposit.refundAmount, coin)],
    ['Worth', 'refundDisplayAmount', money(deposit.refundDisplayAmount, display)],
    ['Network fee', 'refundFee', money(deposit.refundFee, coin)],
    ['Network', 'refundNetwork', deposit.refundNetwork],
    ['Transaction', 'refundTransactionId', deposit.refundTransactionId],
    ['Sent back at', 'refundConfirmedAt', moment(zone, deposit.refundConfirmedAt)],
  ]);
}

/**
 * A payment for the customer's file, in words that a customer may read: what is recorded of it, its deposits and refunds.
 * Nothing of risk, of a review, of the merchant's own fees; no link, no note.
 */
export function paymentContent(
  { payment, deposits }: { payment: PaymentDetail; deposits: readonly DepositDetail[] },
  { businessName, zone, at }: { businessName: string; zone: Zone; at: number },
): DocumentContent {
  const earlier = countEarlierDeposits(deposits, payment);
  const all = earlier + deposits.length;
  const asOf = formatCustomerTime(zone.time(at));
  return {
    title: `Payment ${payment.clientPaymentId ?? payment.paymentId}`,
    lead: [businessName, `As of ${asOf}. Times in ${zone.name}.`],
    parts: [
      { title: 'Payment', rows: paymentRows(payment, zone, at) },
      ...deposits.flatMap((deposit, index) => {
        const number = all === 1 ? '' : ` ${earlier + index + 1} of ${all}`;
        const refund = deposit.refundFirstSeenAt === null ? [] : refundRows(deposit, zone);
        return [
          { title: `Deposit${number}`, rows: depositRows(deposit, zone) },
          ...(refund.length === 0 ? [] : [{ title: `Refund of deposit${number}`, rows: refund }]),
        ];
      }),
      ...(deposits.length === 0
        ? [{ title: 'Deposits', rows: [{ label: 'Deposits', value: 'none known so far', source: '' }] }]
        : []),
    ],
    notes: [
      ...(earlier > 0 ? [tDeposit('lines.notInDocument', { earlier, formatted: String(earlier) })] : []),
      ...(payment.canBeRead ? [] : ['The status is as it was last told; it may have changed since.']),
      'Amounts are as the payment service told them, to the last digit, with a point before the decimals; none is reckoned from another. “—” stands for what is not known here, never for nothing.',
    ],
    foot: `${businessName} · payment ${payment.paymentId} · as of ${asOf}`,
    at,
  };
}
