import 'server-only';
import { countEarlierDeposits } from '#lib/deposits/model.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import { tPaymentDocument } from '#lib/messages/exports.ts';
import {
  calculateExpiry,
  findActualDepositCurrency,
  findLastReported,
  inferStates,
} from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Provenance, Source } from '#lib/values/provenance.ts';
import { findOrigin } from '#lib/values/provenance.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { ZonedTime } from '../zoned-time.ts';
import { formatCustomerTime, labelForCustomer } from './customer-labels.ts';
import type { DocumentContent, DocumentRow } from './document.ts';

type Zone = { readonly name: string; readonly time: ZonedTime };
type Line = readonly [label: string, field: string, value: string | null];

const formatMoment = ({ time }: Zone, at: UnixSeconds | null) =>
  at === null ? null : formatCustomerTime(time(at * 1_000));
const formatMoney = (amount: Amount | null, currency: string | null) =>
  amount === null
    ? null
    : tPaymentDocument('money', { amount, currency: currency ?? tPaymentDocument('unknownCurrency') });

/** Notes values that did not come from the payment service. */
function describeSource(source: Source, time: string): string {
  return source === 'import' || source === 'seed' ? tPaymentDocument(`source.${source}`, { time }) : '';
}

/** Deposit amounts that only a callback reported. They are marked without the term "callback", unknown to payers. */
const provisionalFields: readonly string[] = ['callbackDepositAmount', 'callbackDisplayAmount'];

const toRows = (provenance: Provenance, { time }: Zone, lines: readonly Line[]): DocumentRow[] =>
  lines.map(([label, field, value]) => {
    const origin = findOrigin(provenance, field);
    if (value === null || value === '') return { label, value: tPaymentDocument('notReported'), source: '' };
    if (provisionalFields.includes(field)) return { label, value, source: tPaymentDocument('mayBeMore') };
    const source = origin === null ? '' : describeSource(origin.source, formatCustomerTime(time(origin.at)));
    return { label, value, source };
  });

/** Coins whose address needs a tag. */
const tagged: readonly (string | null)[] = ['XRP', 'XLM'];

function describeStatus(payment: PaymentDetail, now: number): string | null {
  if (inferStates(payment, now / 1_000).includes('paid')) return tPaymentDocument('paidNotConfirmed');
  return labelForCustomer('payment', payment.status);
}

function expiryRow(payment: PaymentDetail, zone: Zone): DocumentRow {
  const expiry = calculateExpiry(payment);
  const label = tPaymentDocument('labels.payableUntil');
  if (expiry !== null)
    return {
      label,
      value: formatCustomerTime(zone.time(expiry * 1_000)),
      source: payment.expirationTime === null ? tPaymentDocument('expiry.estimated') : '',
    };
  const value = payment.type === 'REUSABLE' ? 'expiry.never' : 'notReported';
  return { label, value: tPaymentDocument(value), source: '' };
}

function paymentRows(payment: PaymentDetail, zone: Zone, now: number): DocumentRow[] {
  const { displayCurrency: display, depositCurrency: coin, expectedNetwork } = payment;
  const hasTag = payment.destinationTag !== null || tagged.includes(coin);
  const network = expectedNetwork ?? tPaymentDocument('unknownNetwork');
  return [
    ...toRows(payment.provenance, zone, [
      [tPaymentDocument('labels.reference'), 'clientPaymentId', payment.clientPaymentId],
      [tPaymentDocument('labels.paymentId'), 'paymentId', payment.paymentId],
      [tPaymentDocument('labels.status'), 'status', describeStatus(payment, now)],
      [tPaymentDocument('labels.type'), 'type', labelForCustomer('type', payment.type)],
      [tPaymentDocument('labels.exchangeRate'), 'rateType', labelForCustomer('rateType', payment.rateType)],
      [
        tPaymentDocument('labels.startedAt'),
        'paymentInitiatedAt',
        formatMoment(zone, payment.paymentInitiatedAt),
      ],
      [
        tPaymentDocument('labels.requestedAt'),
        'paymentRequestedAt',
        formatMoment(zone, payment.paymentRequestedAt),
      ],
    ]),
    expiryRow(payment, zone),
    ...toRows(payment.provenance, zone, [
      [
        tPaymentDocument('labels.coinAndNetwork'),
        'depositCurrency',
        coin && tPaymentDocument('coinOnNetwork', { coin, network }),
      ],
      [tPaymentDocument('labels.address'), 'walletAddress', payment.walletAddress],
      ...(hasTag
        ? [[tPaymentDocument('labels.destinationTag'), 'destinationTag', payment.destinationTag] as const]
        : []),
      [
        tPaymentDocument('labels.requestedAmount'),
        'expectedDisplayAmount',
        formatMoney(payment.expectedDisplayAmount, display),
      ],
      [
        tPaymentDocument('labels.paid'),
        'actualDisplayAmount',
        formatMoney(findLastReported(payment.actualDisplayAmount, payment), display),
      ],
      [
        tPaymentDocument('labels.requestedInCoin'),
        'expectedDepositAmount',
        formatMoney(payment.expectedDepositAmount, coin),
      ],
      [
        tPaymentDocument('labels.paidInCoin'),
        'actualDepositAmount',
        formatMoney(
          findLastReported(payment.actualDepositAmount, payment),
          findActualDepositCurrency(payment),
        ),
      ],
    ]),
  ];
}

/** Returns the rows of a deposit without fields for the merchant only: service fees, credits, settlement, EUR. */
function depositRows(deposit: DepositDetail, zone: Zone): DocumentRow[] {
  const { depositCurrency: coin, displayCurrency: display } = deposit;
  return toRows(deposit.provenance, zone, [
    [tPaymentDocument('labels.depositId'), 'depositId', deposit.depositId],
    [tPaymentDocument('labels.status'), 'status', labelForCustomer('deposit', deposit.status)],
    [tPaymentDocument('labels.received'), 'depositReceivedAt', formatMoment(zone, deposit.depositReceivedAt)],
    deposit.depositAmount === null
      ? [
          tPaymentDocument('labels.amount'),
          'callbackDepositAmount',
          formatMoney(deposit.callbackDepositAmount, coin),
        ]
      : [tPaymentDocument('labels.amount'), 'depositAmount', formatMoney(deposit.depositAmount, coin)],
    deposit.displayAmount === null
      ? [
          tPaymentDocument('labels.value'),
          'callbackDisplayAmount',
          formatMoney(deposit.callbackDisplayAmount, display),
        ]
      : [tPaymentDocument('labels.value'), 'displayAmount', formatMoney(deposit.displayAmount, display)],
    [tPaymentDocument('labels.payerNetworkFee'), 'onChainFee', formatMoney(deposit.onChainFee, coin)],
    [
      tPaymentDocument('labels.payerServiceFee'),
      'displayDistributedUserServiceFee',
      formatMoney(deposit.displayDistributedUserServiceFee, display),
    ],
    [tPaymentDocument('labels.network'), 'network', deposit.network],
    [tPaymentDocument('labels.transaction'), 'transactionId', deposit.transactionId],
    [tPaymentDocument('labels.from'), 'fromAddress', deposit.fromAddress],
    [tPaymentDocument('labels.to'), 'toAddress', deposit.toAddress],
  ]);
}

function refundRows(deposit: DepositDetail, zone: Zone): DocumentRow[] {
  const { refundDepositCurrency: coin, refundDisplayCurrency: display } = deposit;
  return toRows(deposit.provenance, zone, [
    [tPaymentDocument('labels.status'), 'refundStatus', labelForCustomer('refund', deposit.refundStatus)],
    [tPaymentDocument('labels.refundType'), 'refundType', labelForCustomer('refundType', deposit.refundType)],
    [
      tPaymentDocument('labels.reason'),
      'refundReason',
      labelForCustomer('refundReason', deposit.refundReason),
    ],
    [tPaymentDocument('labels.amount'), 'refundAmount', formatMoney(deposit.refundAmount, coin)],
    [
      tPaymentDocument('labels.value'),
      'refundDisplayAmount',
      formatMoney(deposit.refundDisplayAmount, display),
    ],
    [tPaymentDocument('labels.networkFee'), 'refundFee', formatMoney(deposit.refundFee, coin)],
    [tPaymentDocument('labels.network'), 'refundNetwork', deposit.refundNetwork],
    [tPaymentDocument('labels.transaction'), 'refundTransactionId', deposit.refundTransactionId],
    [
      tPaymentDocument('labels.refundedAt'),
      'refundConfirmedAt',
      formatMoment(zone, deposit.refundConfirmedAt),
    ],
  ]);
}

function depositParts(
  deposit: DepositDetail,
  zone: Zone,
  { number, count }: { number: number; count: number },
) {
  const values = { number: String(number), count: String(count) };
  const isOnly = count === 1;
  const title = isOnly ? tPaymentDocument('parts.deposit') : tPaymentDocument('parts.depositOf', values);
  const refundTitle = isOnly ? tPaymentDocument('parts.refund') : tPaymentDocument('parts.refundOf', values);
  return [
    { title, rows: depositRows(deposit, zone) },
    ...(deposit.refundFirstSeenAt === null ? [] : [{ title: refundTitle, rows: refundRows(deposit, zone) }]),
  ];
}

/**
 * Creates the content of a payment's PDF for the customer: the payment, its deposits and refunds. It contains no risk,
 * no review, no merchant fees, no links and no notes.
 */
export function createPaymentContent(
  { payment, deposits }: { payment: PaymentDetail; deposits: readonly DepositDetail[] },
  { businessName, zone, at }: { businessName: string; zone: Zone; at: number },
): DocumentContent {
  const earlier = countEarlierDeposits(deposits, payment);
  const count = earlier + deposits.length;
  const time = formatCustomerTime(zone.time(at));
  const noDeposits = {
    label: tPaymentDocument('parts.deposits'),
    value: tPaymentDocument('noDeposits'),
    source: '',
  };
  return {
    title: tPaymentDocument('title', { reference: payment.clientPaymentId ?? payment.paymentId }),
    lead: [businessName, tPaymentDocument('asOf', { time, zone: zone.name })],
    parts: [
      { title: tPaymentDocument('parts.payment'), rows: paymentRows(payment, zone, at) },
      ...deposits.flatMap((deposit, index) =>
        depositParts(deposit, zone, { number: earlier + index + 1, count }),
      ),
      ...(deposits.length === 0 ? [{ title: tPaymentDocument('parts.deposits'), rows: [noDeposits] }] : []),
    ],
    notes: [
      ...(earlier > 0 ? [tDeposit('lines.notInDocument', { earlier, formatted: String(earlier) })] : []),
      ...(payment.canBeRead ? [] : [tPaymentDocument('notes.stale')]),
      tPaymentDocument('notes.amounts'),
    ],
    foot: tPaymentDocument('foot', { business: businessName, id: payment.paymentId, time }),
    at,
  };
}
