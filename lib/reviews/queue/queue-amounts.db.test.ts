import { expect, test } from 'vitest';
import type { CaseDesk } from '../testing/case-desk.ts';
import { newCaseDesk } from '../testing/case-desk.ts';
import { readQueue } from '../testing/read-queue.ts';

const rows = async (desk: CaseDesk) =>
  (await readQueue(desk.as.compliance, desk.businessId, 'sort=eur.desc')).rows.map(
    ({ caseId, amount, currency, eur, joined }) => ({ caseId, amount, currency, eur, joined }),
  );

test('shows the total amount of all records of a case in the queue, and sorts by it', async () => {
  const desk = await newCaseDesk();
  const btc = { depositCurrency: 'BTC', depositAmount: '0.1', uniformPayableAmount: '600' };
  const [a, b] = [await desk.flagged(btc), await desk.flagged(btc)];
  const larger = await desk.flagged({ ...btc, depositAmount: '0.15', uniformPayableAmount: '1000' });
  await desk.merge(a.caseId, b.caseId);
  expect(await rows(desk)).toEqual([
    { caseId: a.caseId, amount: '0.2', currency: 'BTC', eur: '1200', joined: 1 },
    { caseId: larger.caseId, amount: '0.15', currency: 'BTC', eur: '1000', joined: 0 },
  ]);
});

test('never adds amounts of different currencies, and returns unknown if one amount is unknown', async () => {
  const desk = await newCaseDesk();
  const btc = { depositCurrency: 'BTC', depositAmount: '0.1', uniformPayableAmount: '600' };
  const [a, b] = [
    await desk.flagged(btc),
    await desk.flagged({ depositCurrency: 'ETH', depositAmount: '2', uniformPayableAmount: '5' }),
  ];
  await desk.merge(a.caseId, b.caseId);
  expect(await rows(desk)).toEqual([
    { caseId: a.caseId, amount: null, currency: null, eur: '605', joined: 1 },
  ]);
  const [c, d] = [
    await desk.flagged(btc),
    await desk.flagged({ depositCurrency: 'BTC', depositAmount: null, uniformPayableAmount: null }),
  ];
  await desk.merge(c.caseId, d.caseId);
  expect((await rows(desk)).at(-1)).toEqual({
    caseId: c.caseId,
    amount: null,
    currency: null,
    eur: null,
    joined: 1,
  });
});
