import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer, observeCallback } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { readStatement } from './index.ts';
import { toPeriod } from './testing/statement-fixture.ts';

/** A year of raw callbacks and reads, totalled by a second program that shares no code with the product. */

afterAll(closeDatabase);

/** A seeded generator, so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const zone = 'Europe/Berlin';
const from = Date.UTC(2025, 10, 1) / 1_000;
const seconds = 365 * 86_400;

/** Receives bytes as the product does. */
async function receive(businessId: BusinessId): Promise<void> {
  const random = createRandom(20_261_129);
  const digits = () => `${random(5_000)}.${String(random(1_000_000)).padStart(6, '0')}${random(9) + 1}`;
  const pick = <Choice>(choices: readonly [Choice, ...Choice[]]): Choice =>
    choices[random(choices.length)] ?? choices[0];
  const callback = (kind: 'deposit-received' | 'withdrawal', value: unknown, at: number) =>
    inTransaction((transaction) =>
      observeCallback(transaction, {
        ...{ businessId, kind, body: toSampleBytes(value), headers: {}, quiet: true },
        receivedAt: instant(at * 1_000),
      }),
    );
  for (let number = 0; number < 45; number += 1) {
    const [paymentId, depositId] = [randomUUID(), randomUUID()];
    const clientPaymentId = `year-${number}`;
    // The hour in which the clocks go back, and midnights, are as likely as all other times together.
    const paymentReceivedAt = pick([
      from + random(seconds),
      from + random(365) * 86_400 - 3_600 + random(3) * 1_800,
      Date.UTC(2026, 9, 25) / 1_000 + random(7_200),
    ]);
    const settlementCurrency = pick(['EUR', 'EUR', 'USDT']);
    const names = { paymentId, clientPaymentId, settlementCurrency };
    await callback(
      'deposit-received',
      depositCallbackSample({
        ...{ ...names, depositId, paymentReceivedAt, settlementAmount: pick([digits(), undefined]) },
      }),
      paymentReceivedAt + 60,
    );
    for (let read = random(3); read > 0; read -= 1) {
      const deposit = depositRecordSample({
        ...{ id: depositId, settlementCurrency, depositReceivedAt: paymentReceivedAt },
        ...{ settlementPayableAmount: pick([digits(), undefined]), settlementServiceFee: digits() },
        status: pick(['CONFIRMED', 'CONFIRMED', 'COMPLIANCE_REVIEW']),
      });
      const body = toSampleBytes(paymentRecordSample(businessId, { ...names, deposits: [deposit] }));
      const startedAt = instant((paymentReceivedAt + 600 * (3 - read)) * 1_000);
      await inTransaction((transaction) =>
        observeAnswer(transaction, { businessId, source: 'read', startedAt, body, quiet: true }),
      );
    }
  }
  for (let number = 0; number < 15; number += 1) {
    const withdrawalId = randomUUID();
    const at = from + random(seconds);
    for (let version = random(2); version >= 0; version -= 1)
      await callback(
        'withdrawal',
        withdrawalCallbackSample(businessId, {
          ...{ withdrawalId, settlementCurrency: pick(['EUR', 'USDT']), deductedSettlementAmount: digits() },
          status: pick(['COMPLETED', 'COMPLETED', 'FAILED']),
        }),
        at + 3_600 * (2 - version),
      );
  }
}

type Body = Readonly<Record<string, unknown>>;
const toUnits = (text: unknown): bigint => {
  const [whole = '0', fraction = ''] = String(text).split('.');
  return BigInt(whole + fraction.padEnd(30, '0'));
};
const month = (at: Date): string => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' });
  return parts.format(at).slice(0, 7);
};

/** Totals the stored bytes by month, currency and line. */
async function addUp(businessId: BusinessId): Promise<Map<string, { units: bigint; count: number }>> {
  const sums = new Map<string, { units: bigint; count: number }>();
  const add = (at: Date, currency: unknown, line: string, amount: unknown) => {
    const key = `${month(at)} ${currency} ${line}`;
    const sum = sums.get(key) ?? { units: 0n, count: 0 };
    sums.set(key, { units: sum.units + (amount === undefined ? 0n : toUnits(amount)), count: sum.count + 1 });
  };
  const { rows: callbacks } = await databasePool().query<{ kind: string; body: Buffer; at: Date }>(
    `SELECT kind, body, first_received_at AS at FROM callback_message WHERE business_id = $1 ORDER BY first_received_at`,
    [businessId],
  );
  const { rows: reads } = await databasePool().query<{ body: Buffer }>(
    `SELECT body FROM service_answer WHERE business_id = $1 ORDER BY last_started_at`,
    [businessId],
  );
  const deposits = new Map<string, Record<string, unknown>>();
  const withdrawals = new Map<string, { at: Date; body: Body }>();
  for (const { kind, body, at } of callbacks) {
    const value: Body = JSON.parse(body.toString('utf8'));
    if (kind === 'deposit-received')
      deposits.set(String(value['depositId']), {
        ...{ receivedAt: value['paymentReceivedAt'], currency: value['settlementCurrency'] },
        ...{ status: 'CONFIRMED', callback: value['settlementAmount'] },
      });
    else {
      const id = String(value['withdrawalId']);
      withdrawals.set(id, { at: withdrawals.get(id)?.at ?? at, body: value });
    }
  }
  for (const { body } of reads) {
    const record: { deposits: Body[] } = JSON.parse(body.toString('utf8'));
    for (const read of record.deposits) {
      const known = deposits.get(String(read['id']));
      if (known === undefined) continue;
      known['status'] = read['status'];
      known['payable'] = read['settlementPayableAmount'] ?? known['payable'];
    }
  }
  for (const { receivedAt, currency, status, callback, payable } of deposits.values()) {
    if (status !== 'CONFIRMED') continue;
    const line =
      payable !== undefined ? 'credited' : callback !== undefined ? 'reported' : 'depositsNotReported';
    add(new Date(Number(receivedAt) * 1_000), currency, line, payable ?? callback);
  }
  for (const { at, body } of withdrawals.values())
    if (body['status'] === 'COMPLETED')
      add(at, body['settlementCurrency'], 'withdrawals', body['deductedSettlementAmount']);
  return sums;
}

test('arrives at the digits of a second program, for every line of every month of a year', async () => {
  const { businessId, as } = await createTenant();
  await database().business.update({ where: { id: businessId }, data: { timeZone: zone } });
  await receive(businessId);
  const expected = await addUp(businessId);
  const found = new Map<string, { units: bigint; count: number }>();
  for (let index = 0; index < 14; index += 1) {
    const text = new Date(Date.UTC(2025, 9 + index, 1)).toISOString().slice(0, 7);
    for (const currency of ['EUR', 'USDT']) {
      const { figures, proofs } = await readStatement(as.viewer, businessId, {
        ...{ currency, period: toPeriod(text) },
      });
      expect(proofs.find(({ name }) => name === 'lines')?.state, `${text} ${currency}`).toBe('good');
      for (const { name, amount, count } of figures.lines)
        if (count > 0)
          found.set(`${text} ${currency} ${name}`, {
            units: toUnits((amount ?? '0').replace('-', '')),
            count,
          });
    }
  }
  expect(expected.size).toBeGreaterThan(25);
  expect(new Map([...found].toSorted())).toEqual(new Map([...expected].toSorted()));
});
