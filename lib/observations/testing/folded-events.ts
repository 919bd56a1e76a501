import fc from 'fast-check';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import {
  foldWaiting,
  listWaitingAbout,
  observeAnswer,
  observeCallback,
  observeCallbacks,
  observeNewAnswers,
  prepareCallback,
  storeWaiting,
} from '../index.ts';
import { queryWithin } from '../rebuild/verify-queries.ts';
import { createId } from './reported.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const dayMs = 86_400_000;

/** An event of few payments, deposits and withdrawals on few days, so that they meet often. */
const event = fc.record({
  source: fc.constantFrom(
    'callback',
    'callback',
    'waiting',
    'together',
    'read',
    'create',
    'import',
    'withdrawal',
  ),
  at: fc.integer({ min: 0, max: 3 }),
  payment: fc.integer({ min: 0, max: 1 }),
  deposit: fc.integer({ min: 0, max: 1 }),
  status: fc.constantFrom('COMPLIANCE_REVIEW', 'CONFIRMED', 'CONFIRMED', 'BLOCKED', undefined),
  refund: fc.constantFrom('ILLICIT_DEPOSIT', 'OVERPAYMENT', undefined, undefined),
  score: fc.constantFrom('1', '8', '8.5', undefined),
  sent: fc.constantFrom('PENDING', 'COMPLETED', 'COMPLETED', 'BLOCKED'),
  initiated: fc.constantFrom(0, 1, undefined),
  received: fc.constantFrom(0, 1, 2, undefined),
  coin: fc.constantFrom('USDT', 'ETH'),
  party: fc.constantFrom('Mixer', ' mixer ', 'Exchange', '', null, undefined),
  amount: fc.constantFrom('1', '2.5', '0.000000000000000001', undefined),
});
export type FoldedEvent = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** Events in any order, some of them twice. */
export const foldedEvents = fc
  .array(event, { minLength: 2, maxLength: 7 })
  .chain((all) => fc.shuffledSubarray([...all, ...all.slice(0, 2)], { minLength: all.length }));

const seconds = (day: number | undefined) => (day === undefined ? undefined : (start + day * dayMs) / 1_000);

function toAssessment({ party, coin }: FoldedEvent) {
  if (party === undefined) return undefined;
  const named = { name: party, category: 'mixer' };
  return party === null
    ? { sourceRiskEntities: [], destinationRiskEntities: [] }
    : { addressOwner: named, sourceRiskEntities: [named, { name: coin }], destinationRiskEntities: [named] };
}

function toBody(businessId: BusinessId, one: FoldedEvent): Uint8Array<ArrayBuffer> {
  const names = { paymentId: createId('payment', one.payment), clientPaymentId: `order-${one.payment}` };
  const depositId = createId('deposit', one.deposit);
  if (one.source === 'withdrawal')
    return toSampleBytes(
      withdrawalCallbackSample(businessId, {
        withdrawalId: createId('withdrawal', one.deposit),
        clientWithdrawalId: 'payout',
        status: one.sent,
        settlementCurrency: one.coin,
        deductedSettlementAmount: one.amount ?? '7',
        txAddressOwner: { name: one.party, category: 'exchange' },
      }),
    );
  if (one.source === 'callback' || one.source === 'waiting' || one.source === 'together')
    return toSampleBytes(
      depositCallbackSample({ ...names, depositId, actualDisplayAmount: 40 + one.at, network: 'TRX' }),
    );
  const record = paymentRecordSample(businessId, {
    ...names,
    status: one.status === 'CONFIRMED' ? 'DEPOSITED' : 'NEW',
    paymentInitiatedAt: seconds(one.initiated),
    deposits: [
      depositRecordSample({
        id: depositId,
        status: one.status,
        depositReceivedAt: seconds(one.received),
        depositCurrency: one.coin,
        depositAmount: one.amount,
        settlementPayableAmount: one.amount,
        settlementServiceFee: one.amount,
        settlementDistributedUserServiceFee: one.amount,
        settlementRateDepegLossAmount: one.amount,
        uniformPayableAmount: one.amount,
        refund: one.refund && {
          type: 'FULL',
          status: 'PENDING',
          reason: one.refund,
          depositCurrency: one.coin,
          network: 'TRX',
          amount: '1',
          displayCurrency: 'EUR',
          displayAmount: '1',
        },
        riskScore: one.score,
        addressRiskAssessment: toAssessment(one),
      }),
    ],
  });
  return toSampleBytes(one.source === 'create' ? { paymentInfo: record } : record);
}

/** Folds an event as its source does: a callback alone, in a batch or after it waited, or an answer. */
export async function foldEvent(
  transaction: Transaction,
  businessId: BusinessId,
  one: FoldedEvent,
): Promise<void> {
  const [body, at] = [toBody(businessId, one), instant(start + one.at * dayMs)];
  const statements = toPlainTransaction(transaction);
  const kind = one.source === 'withdrawal' ? 'withdrawal' : 'deposit-received';
  const callback = { businessId, kind, body, headers: {}, receivedAt: at, quiet: true } as const;
  switch (one.source) {
    case 'callback':
    case 'withdrawal':
      await observeCallback(transaction, callback);
      return;
    case 'together':
      await observeCallbacks(statements, [prepareCallback(callback)]);
      return;
    case 'waiting':
      await storeWaiting(statements, [prepareCallback(callback)]);
      for (const waiting of await listWaitingAbout(
        businessId,
        { paymentId: prepareCallback(callback).parsed.paymentId ?? undefined },
        queryWithin(transaction),
      ))
        await foldWaiting(transaction, waiting);
      return;
    case 'import': {
      const answer = { businessId, source: one.source, startedAt: at, body, quiet: true };
      const left = await observeNewAnswers(statements, [answer]);
      for (const each of left) await observeAnswer(transaction, each);
      return;
    }
    default:
      await observeAnswer(transaction, { businessId, source: one.source, startedAt: at, body, quiet: true });
  }
}
