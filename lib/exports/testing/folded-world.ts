import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { addLabel } from '#lib/annotations/add-label.ts';
import { databasePool } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer, observeCallback, reprocessMessages } from '#lib/observations/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { createRetentionFixture } from '#lib/retention/testing/retention-fixture.ts';
import { instant } from '#lib/values/instant.ts';

/** Records that the fold makes of late, shuffled, repeated, reprocessed, imported and expired messages. */

type Desk = ReturnType<typeof createRetentionFixture>;

/** A seeded generator, so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const random = createRandom(20_261_129);
/** Returns one of these, the same ones in every run. */
export const pick = <Choice>(...choices: readonly [Choice, ...Choice[]]): Choice =>
  choices[random(choices.length)] ?? choices[0];
const digits = () => `${random(400)}.${String(random(1_000_000)).padStart(6, '0')}${random(9) + 1}`;
/** A second within five days, often the same one. */
const second = () => 1_792_900_000 + pick(random(432_000), 3_600 * random(6));
const hash = () => randomUUID().replaceAll('-', '');

function buildRefund(at: number) {
  const isPaid = random(3) > 0;
  return {
    type: pick('PARTIAL', 'FULL'),
    status: isPaid ? 'CONFIRMED' : pick('PENDING', 'NON_REFUNDABLE'),
    reason: pick('OVERPAYMENT', 'CURRENCY_MISMATCH'),
    ...(isPaid && { transactionId: hash(), confirmedAt: at + 7_200, fee: digits() }),
    amount: isPaid ? digits() : pick(digits(), undefined),
    ...{ depositCurrency: pick('USDT', 'ETH'), network: pick('TRX', 'ETH'), displayCurrency: 'EUR' },
    displayFee: pick(digits(), undefined),
    displayAmount: pick(digits(), undefined),
  };
}

/** Returns the messages about one payment, in any order. */
function buildMessages(businessId: string, number: number) {
  const names = { paymentId: randomUUID(), clientPaymentId: pick(`order-${number}`, `Order ${number % 4}`) };
  const currency = pick('EUR', 'EUR', 'USD', undefined);
  const [coin, network] = pick(['USDT', 'TRX'] as const, ['ETH', 'ETH'] as const);
  const initiated = second();
  const deposits = Array.from({ length: pick(0, 1, 1, 1, 2, 3) }, () => ({
    id: randomUUID(),
    received: initiated + random(90_000),
  }));
  const buildRecord = () =>
    paymentRecordSample(businessId, {
      ...names,
      displayCurrency: currency,
      locale: pick('en', 'de-AT', 'fr_FR', undefined),
      status: pick('NEW', 'PENDING', 'DEPOSITED', 'EXPIRED', 'OVERPAID'),
      rateType: pick('FIXED', 'FLOATING', undefined),
      type: pick('ONE_TIME', 'REUSABLE'),
      depositCurrency: pick(coin, undefined),
      expectedNetwork: pick(network, undefined),
      expectedDisplayAmount: pick('49.90', digits(), undefined),
      expectedDepositAmount: pick(digits(), undefined),
      actualDisplayAmount: pick('0', '49.90', digits()),
      actualDepositAmount: pick('0', digits()),
      actualUniformAmount: pick('0', digits(), undefined),
      expectedUniformAmount: pick(digits(), undefined),
      walletAddress: pick(`0xAbCd${number}`, `0xabcd${number}`, undefined),
      destinationTag: pick(String(number), undefined, undefined),
      overpaymentPolicy: pick('PROCESS', 'EXCESS_REFUND', undefined),
      refundFollowUpDepositsForOneTimePayments: pick(true, false, undefined),
      redirectMode: pick('PARENT', 'SELF', undefined),
      paymentInitiatedAt: pick(initiated, initiated, undefined),
      paymentRequestedAt: pick(initiated - 60, undefined),
      deposits: deposits.map(({ id, received }) =>
        depositRecordSample({
          id,
          ...{ depositCurrency: coin, network, displayCurrency: currency, transactionId: hash() },
          status: pick('CONFIRMED', 'CONFIRMED', 'UNCONFIRMED', 'BLOCKED'),
          depositAmount: pick(digits(), undefined),
          displayAmount: pick(digits(), undefined),
          settlementPayableAmount: pick(digits(), undefined),
          settlementServiceFee: pick(digits(), undefined),
          uniformPayableAmount: pick(digits(), undefined),
          settlementRateDepegLossAmount: pick(`-${digits()}`, digits(), undefined),
          settlementCurrency: pick('EUR', 'USD', undefined),
          depositReceivedAt: pick(received, received, undefined),
          refund: random(3) > 0 ? buildRefund(received) : undefined,
          ...(random(2) === 0 ? { addressRiskAssessment: { addressOwner: { name: 'Some exchange' } } } : {}),
        }),
      ),
    });
  const callbacks = deposits.flatMap(({ id, received }) =>
    Array.from({ length: random(3) }, () => {
      const fields = { ...names, depositId: id, paymentReceivedAt: received, network, depositCurrency: coin };
      const body = depositCallbackSample({
        ...fields,
        ...{ displayCurrency: currency, actualDisplayAmount: 40 + random(3), transactionId: hash() },
        settlementAmount: pick(49.4, undefined),
      });
      return { source: 'callback' as const, at: received + random(90_000), body };
    }),
  );
  const answers = Array.from({ length: pick(0, 1, 1, 2) }, () => ({
    source: pick('read' as const, 'read' as const, 'import' as const),
    at: initiated + 100_000 + random(200_000),
    body: buildRecord(),
  }));
  return [...callbacks, ...callbacks.slice(0, 1), ...answers];
}

/** Receives all messages, in an order that has nothing to do with their times. */
export async function receiveWorld(desk: Desk): Promise<void> {
  const { businessId } = desk.tenant;
  const messages = Array.from({ length: 45 }, (_none, number) => buildMessages(businessId, number)).flat();
  const order = messages.map((message) => ({ message, place: random(1_000_000) }));
  for (const { message } of order.toSorted((left, right) => left.place - right.place)) {
    const { source, body, at } = message;
    const bytes = { businessId, body: toSampleBytes(body), quiet: true };
    await inTransaction(async (transaction) => {
      if (source === 'callback')
        await observeCallback(transaction, {
          ...bytes,
          kind: 'deposit-received',
          ...{ headers: {}, receivedAt: instant(at * 1_000) },
        });
      else await observeAnswer(transaction, { ...bytes, source, startedAt: instant(at * 1_000) });
    });
  }
  for (let number = 0; number < 25; number += 1) {
    const withdrawalId = randomUUID();
    for (let version = random(3); version >= 0; version -= 1)
      await desk.deliver(
        'withdrawal',
        withdrawalCallbackSample(businessId, {
          ...{ withdrawalId, clientWithdrawalId: pick(`payout-${number}`, 'payout') },
          status: pick('COMPLETED', 'BLOCKED', 'FAILED'),
          ...{ withdrawCurrency: pick('XRP', 'ETH'), displayCurrency: pick('EUR', 'USD', undefined) },
          ...{ settlementCurrency: pick('EUR', 'USD'), deductedSettlementAmount: pick(digits(), undefined) },
          ...{ actualWithdrawAmount: pick(digits(), undefined), estimatedWithdrawAmount: digits() },
          ...{ transactionId: pick(hash(), undefined), displayRateDepegLossAmount: pick('-0.5', undefined) },
          toTxAddress: pick('rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY?dt=12345', '0xABCDEF0123'),
        }),
        second() * 1_000,
      );
  }
}

/** Expires a payment and a withdrawal, labels some records, and reads all stored callbacks again. */
export async function changeWorld(desk: Desk): Promise<void> {
  const { businessId, as } = desk.tenant;
  await desk.reportPayment();
  await desk.deliver('withdrawal', withdrawalCallbackSample(businessId));
  await desk.setYears('payment', '5');
  await desk.setYears('withdrawal', '5');
  await desk.closePeriod();
  expect(await desk.run()).toMatchObject({ expired: 2 });
  for (const [kind, table] of [
    ['payment', 'payment'],
    ['deposit', 'deposit'],
    ['withdrawal', 'withdrawal'],
  ] as const) {
    const { rows } = await databasePool().query<{ id: string }>(
      `SELECT ${kind}_id::text AS id FROM ${table} WHERE business_id = $1 ORDER BY 1 LIMIT 5`,
      [businessId],
    );
    for (const [index, { id }] of rows.entries())
      await addLabel(as.owner, { businessId, kind, recordId: id, name: index < 3 ? 'VIP' : 'Dispute' });
  }
  const selection = { kind: null, verdict: null, from: null, to: null, message: null };
  const input = { businessId, selection, place: null, limit: 500, now: systemClock.now() };
  await reprocessMessages({ ...input, apply: async () => undefined });
}
