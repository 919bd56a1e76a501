import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});
afterAll(closeDatabase);

type Payment = Parameters<ReturnType<typeof database>['payment']['update']>[0]['data'];

/** A deposit of 1 BTC that the service holds, without a credited amount, and its payment. */
async function held(payment: Payment, deposit: Parameters<CaseFixture['flagged']>[0] = {}) {
  const found = await desk.flagged({
    uniformPayableAmount: null,
    depositCurrency: 'BTC',
    depositAmount: '1',
    ...deposit,
  });
  const { businessId } = desk;
  await database().payment.update({
    where: { businessId_paymentId: { businessId, paymentId: found.paymentId } },
    data: { depositCount: 1, ...payment },
  });
  await desk.sweep();
  return found;
}

const expected = { depositCurrency: 'BTC', expectedDepositAmount: '1', expectedUniformAmount: '200' };

test.each([
  ['the expected amount of the expected coin', expected, {}, 'expected', '200'],
  ['the actual amount of the only deposit', { actualUniformAmount: '300' }, {}, 'actual', '300'],
  ['the larger of both', { ...expected, actualUniformAmount: '150' }, {}, 'expected', '200'],
  ['the credited amount if it is larger', expected, { uniformPayableAmount: '250' }, 'credited', '250'],
] as const)(
  'lets one person decide below the threshold by %s',
  async (_name, payment, deposit, source, eur) => {
    const { caseId } = await held(payment, deposit);
    const view = await desk.view(caseId);
    expect(view.money).toMatchObject({ eur, eurUnreported: 0, eurSources: [source] });
    expect(view.asksSecond).toBe(false);
    const queue = await readQueue(desk.as.compliance, desk.businessId);
    expect(queue.rows.find((row) => row.caseId === caseId)?.eur).toBe(eur);
    expect(await database().reviewCase.findFirst({ where: { caseId }, select: { eur: true } })).toMatchObject(
      {
        eur: expect.objectContaining({}),
      },
    );
    expect(await desk.propose(caseId, 'clear')).toMatchObject({ state: 'decided' });
    const stored = await database().reviewDecision.findFirstOrThrow({ where: { caseId } });
    expect(stored.subjects).toMatchObject([{ eur, eurSource: source }]);
  },
);

test.each([
  ['no EUR value is reported', {}, {}],
  ['another coin arrived than expected', { ...expected, depositCurrency: 'ETH' }, {}],
  ['more arrived than expected', { ...expected, expectedDepositAmount: '0.9' }, {}],
  ['the amount is known from a callback only', expected, { depositAmount: null, callbackDepositAmount: '1' }],
  ['the actual amount is zero', { actualUniformAmount: '0' }, {}],
  ['the credited amount is zero', {}, { uniformPayableAmount: '0' }],
  ['the actual amount covers several deposits', { actualUniformAmount: '300', depositCount: 2 }, {}],
  ['a reported value reaches the threshold', { ...expected, expectedUniformAmount: '1000' }, {}],
  [
    'the expected amount is larger than a small credited one',
    { ...expected, expectedUniformAmount: '5000' },
    { uniformPayableAmount: '5' },
  ],
] as const)('needs two people if %s', async (_name, payment, deposit) => {
  const { caseId } = await held(payment, deposit);
  expect((await desk.view(caseId)).asksSecond).toBe(true);
  expect(await desk.propose(caseId, 'clear')).toMatchObject({ state: 'proposed' });
});
