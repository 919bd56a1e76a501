import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { createPerson, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import {
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { rebuildDays, updateRollups, verifyRollups } from '#lib/rollups/index.ts';
import { answerStatementProposal, proposePeriodReopening, signClose } from '#lib/statements/close-period.ts';
import { readStatement, readStatementRows } from '#lib/statements/index.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { proposeOpeningForm } from '#lib/statements/schema.ts';
import { proposeOpening } from '#lib/statements/set-position.ts';
import { instant } from '#lib/values/instant.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

const desk = createRetentionFixture();

const quarters = ['2019-Q1', '2019-Q2', '2019-Q3', '2019-Q4'];
/** Closed quarters, a month and days that cut through them, and the month after them. */
const periods = [...quarters, '2019-06', '2019-02-10..2019-08-20', '2018-12-31..2020-01-01', '2020-01'];

const toPeriod = (text: string) => {
  const period = parsePeriod(text);
  if (period === null) throw new Error(`no period: ${text}`);
  return period;
};

/** Receives a payment with a deposit in EUR and one in USD in each month, and a withdrawal. */
async function receiveYear(): Promise<void> {
  const { businessId } = desk.tenant;
  for (let month = 0; month < 12; month += 1) {
    // The last one is in the next month in Berlin.
    const at = Date.UTC(2019, month, month === 5 ? 30 : 1 + 2 * month, 22, 30);
    const deposits = ['EUR', 'USD'].map((settlementCurrency, index) =>
      depositRecordSample({
        ...{ id: randomUUID(), settlementCurrency, depositReceivedAt: at / 1_000 },
        ...{ settlementPayableAmount: `${100 + month}.00000000000000000${index + 1}` },
        settlementServiceFee: '0.5',
      }),
    );
    await inTransaction((transaction) =>
      observeAnswer(transaction, {
        ...{ businessId, source: 'read', startedAt: instant(at + 60_000) },
        body: toSampleBytes(paymentRecordSample(businessId, { paymentId: randomUUID(), deposits })),
      }),
    );
    const withdrawal = { settlementCurrency: 'EUR', deductedSettlementAmount: '7.25' };
    await desk.deliver('withdrawal', withdrawalCallbackSample(businessId, withdrawal), at + 120_000);
  }
  await database().payment.updateMany({ where: { businessId }, data: { nextReadAt: null } });
}

/** Two people agree on the opening position, and close each quarter in EUR, and December in USD. */
async function closeYear(): Promise<void> {
  const { businessId, as } = desk.tenant;
  const second = await createPerson(new Map([[businessId, 'finance' as const]]));
  const approve = (kind: 'opening' | 'close', proposalId: string) =>
    answerStatementProposal(second, { businessId, proposalId, kind, comment: '', answer: 'approve' });
  const opening = {
    businessId,
    currency: 'EUR',
    day: '2019-01-01',
    amount: '50',
    evidence: 'The balance in its dashboard',
  };
  const { proposalId } = await proposeOpening(as.finance, proposeOpeningForm.parse(opening));
  await approve('opening', proposalId ?? '');
  const close = async (currency: string, period: string) => {
    const chosen = { currency, period: toPeriod(period) };
    const { figuresHash, closing } = await readStatement(as.viewer, businessId, chosen);
    const reasons = Object.fromEntries(closing.checklist.map(({ item }) => [item, 'Checked with the bank']));
    const form = { businessId, currency, period, seen: figuresHash, reasons };
    await approve('close', (await signClose(as.finance, form)).proposalId);
  };
  for (const period of quarters) await close('EUR', period);
  // Days before the first close of a currency stay open.
  await close('USD', '2019-12');
}

/** Returns the figures of each period in both currencies. Each has good proofs. */
async function readAll(): Promise<ReadonlyMap<string, unknown>> {
  const { businessId, as } = desk.tenant;
  const found = new Map<string, unknown>();
  for (const currency of ['EUR', 'USD'])
    for (const text of periods) {
      const chosen = { currency, period: toPeriod(text) };
      const { figures, proofs, before, laterFacts } = await readStatement(as.viewer, businessId, chosen);
      const states = Object.fromEntries(proofs.map(({ name, state }) => [name, state]));
      expect(states['lines'], text).toBe('good');
      expect(states['ledger'], text).not.toBe('bad');
      found.set(`${currency} ${text}`, { figures, before, laterFacts });
    }
  return found;
}

test('expires a closed year and recomputes every opening', async () => {
  const { businessId, as } = desk.tenant;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Europe/Berlin' } });
  await receiveYear();
  await closeYear();
  const update = () => updateRollups(systemContext(), new AbortController().signal);
  await update();
  const before = await readAll();
  expect(before.get('EUR 2020-01')).toMatchObject({ figures: { opening: '1229.000000000000000012' } });

  await desk.setYears('payment', '5');
  await desk.setYears('withdrawal', '5');
  expect(await desk.run()).toEqual({ expired: 24, retained: 0 });
  expect(await database().deposit.count({ where: { businessId } })).toBe(0);
  expect(await readAll()).toEqual(before);
  // Neither recomputed days nor a rebuild forget them.
  await update();
  await rebuildDays(businessId);
  expect(await readAll()).toEqual(before);
  const differences: unknown[] = [];
  await verifyRollups((difference) => differences.push(difference));
  expect(differences.filter((one) => JSON.stringify(one).includes(businessId))).toEqual([]);

  const rows = await readStatementRows(as.viewer, businessId, {
    ...{ currency: 'USD', period: toPeriod('2019-03'), line: 'credited', after: null },
  });
  expect(rows).toMatchObject({
    ...{ count: 0, amount: null, rows: [] },
    expired: { count: 1, amount: '102.000000000000000002' },
  });
  // Without its records, the last period could never be closed again.
  const { closeId } = await database().periodClose.findFirstOrThrow({
    where: { businessId, currency: 'EUR', reopenedAt: null },
    orderBy: { lastDay: 'desc' },
  });
  const reopening = { businessId, closeId, reason: 'A bank line was missing' };
  await expect(proposePeriodReopening(as.finance, reopening)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('could not be closed again'),
  });
  // A closed period still lists its rows.
  const closed = await readStatementRows(as.viewer, businessId, {
    ...{ currency: 'EUR', period: toPeriod('2019-Q1'), line: 'credited', after: null },
  });
  expect(closed).toMatchObject({ count: 3, expired: null });
}, 180_000);

test('says why a period whose records have expired can’t be closed', async () => {
  const { businessId, as } = desk.tenant;
  await desk.deliver('withdrawal', withdrawalCallbackSample(businessId, { settlementCurrency: 'EUR' }));
  await updateRollups(systemContext(), new AbortController().signal);
  // As where it expired before records of open periods stayed: the close that lets it expire is taken away.
  await desk.closePeriod();
  await desk.setYears('withdrawal', '5');
  expect(await desk.run()).toEqual({ expired: 1, retained: 0 });
  const client = await databasePool().connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'");
    await client.query('DELETE FROM period_close WHERE business_id = $1::uuid', [businessId]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  const month = new Date(desk.old).toISOString().slice(0, 7);
  const chosen = { currency: 'EUR', period: toPeriod(month) };
  const { figuresHash, closing } = await readStatement(as.viewer, businessId, chosen);
  expect(closing.obstacle).toBe('expired');
  const reasons = Object.fromEntries(closing.checklist.map(({ item }) => [item, 'Checked with the bank']));
  const form = { businessId, currency: 'EUR', period: month, seen: figuresHash, reasons };
  await expect(signClose(as.finance, form)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Retention has removed records'),
  });
});
