import { expect, test } from 'vitest';
import { insertWithdrawal } from '#lib/database/testing/rows.ts';
import { listRelatedRecords } from '../cases/queries/related.ts';
import { readSubjects } from '../cases/view-case.ts';
import { describeReportFacts } from '../reports/model/facts.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';

test('marks callback-only amounts and estimates wherever a case shows them', async () => {
  const desk = await createCaseFixture();
  const { compliance } = desk.as;
  const btc = { depositCurrency: 'BTC', network: 'BTC', fromAddress: 'payer', fromAddressKey: 'payer' };
  const flaggedCase = await desk.flagged({ ...btc, depositAmount: '0.1' });
  const byCallback = await desk.flagged({ ...btc, depositAmount: null, callbackDepositAmount: '0.2' });
  const queue = async () =>
    new Map(
      (await readQueue(compliance, desk.businessId, '')).rows.map((row) => [
        row.caseId,
        [row.amount, row.provisional],
      ]),
    );
  expect(await queue()).toEqual(
    new Map([
      [flaggedCase.caseId, ['0.1', null]],
      [byCallback.caseId, ['0.2', 'callback']],
    ]),
  );

  const payout = { toAddress: 'payer', toAddressKey: 'payer', withdrawCurrency: 'BTC' };
  await insertWithdrawal(desk.businessId, { ...payout, estimatedWithdrawAmount: '3' });
  const { rows } = await listRelatedRecords(compliance, desk.businessId, [
    (await desk.view(flaggedCase.caseId)).own,
  ]);
  expect(rows.map(({ amount, provisional }) => [amount, provisional]).toSorted()).toEqual([
    ['0.2', 'callback'],
    ['3', 'estimate'],
  ]);

  await desk.merge(flaggedCase.caseId, byCallback.caseId);
  expect((await queue()).get(flaggedCase.caseId)).toEqual(['0.3', 'callback']);
  const view = await desk.view(flaggedCase.caseId);
  expect(view.money.totals).toEqual([
    { currency: 'BTC', amount: '0.3', unreported: 0, provisional: 'callback' },
  ]);
  expect([view.own, ...view.joined].map(({ provisional }) => provisional)).toEqual([null, 'callback']);
  const facts = describeReportFacts(view, await readSubjects(compliance, view));
  expect(facts).toContain('Amount: 0.1 BTC');
  expect(facts).toContain('Amount from a callback (may be the total of the whole payment): 0.2 BTC');
});
