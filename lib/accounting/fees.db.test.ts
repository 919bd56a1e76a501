import { expect, test } from 'vitest';
import { createJournalFixture, names, numbers } from './testing/journal-fixture.ts';
import {
  readBeancount,
  readDatev,
  readDoubleEntry,
  readHledger,
  readTable,
} from './testing/read-journals.ts';

const { desk, map, run, fetchBody, fetchText } = createJournalFixture();

const fill = async () => {
  await desk.deposit('2026-10-05T10:00:00Z', {
    ...{ settlementPayableAmount: '95', settlementServiceFee: '4.125' },
    ...{ settlementDistributedUserServiceFee: '1', settlementRateDepegLossAmount: '0.25' },
    ...{ displayCurrency: 'EUR', displayAmount: '99.125' },
  });
  await desk.deposit('2026-10-05T11:00:00Z', { settlementPayableAmount: '5', settlementServiceFee: '0' });
  await desk.withdrawal('2026-10-07T10:00:00Z', { deductedSettlementAmount: '5' });
};
/** Returns the cells of a CSV whose texts have no comma. */
const readCells = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));

test('net posting has the fees of a deposit as further facts of its entry, where each program has a place', async () => {
  await map({ ...names, withdrawals: 'Assets:PaidOut' });
  await fill();
  const csv = await fetchText((await run({ target: 'csv' })).runId);
  expect(readDoubleEntry(csv)).toMatchObject({ 'Assets:Service': '95', 'Income:Sales': '-100' });
  const [head = [], ...rows] = readCells(csv);
  expect(head.slice(9)).toEqual(['service_fee', 'distributed_fee', 'depeg_loss']);
  // The first row of an entry has them, so that a sum of the column counts each once.
  expect(rows.map((row) => row.slice(9))).toEqual([
    ...[
      ['4.125', '1', '0.25'],
      ['', '', ''],
    ],
    ...[
      ['0', '', ''],
      ['', '', ''],
    ],
    ...[
      ['', '', ''],
      ['', '', ''],
    ],
  ]);
  const hledger = await fetchText((await run({ target: 'hledger' })).runId);
  expect(readHledger(hledger).balances).toMatchObject({ 'Income:Sales': '-100 EUR' });
  expect(hledger).toContain(', service-fee:4.125 EUR, distributed-fee:1 EUR, depeg-loss:0.25 EUR\n');
  const beancount = await fetchText((await run({ target: 'beancount' })).runId);
  expect(readBeancount(beancount)).toMatchObject({ 'Income:Sales': '-100 EUR' });
  expect(beancount).toContain(
    '\n  service-fee: 4.125 EUR\n  distributed-fee: 1 EUR\n  depeg-loss: 0.25 EUR\n',
  );
  const memo = 'Service fee 4.125 EUR; Distributed fee 1 EUR; Depeg loss 0.25 EUR';
  for (const target of ['xero', 'quickbooks', 'netsuite'] as const) {
    const text = await fetchText((await run({ target })).runId);
    expect(readTable(target, text).balances).toMatchObject({ 'Income:Sales': '-100' });
    expect(text.split(memo)).toHaveLength(3);
  }
  await map(numbers);
  const datev = await fetchBody((await run({ target: 'datev' })).runId);
  expect(readDatev(datev).rows).toHaveLength(3);
  expect(new TextDecoder('windows-1252').decode(datev)).toContain(
    '"Service fee";"4.125 EUR";"Distributed fee";"1 EUR";"Depeg loss";"0.25 EUR"',
  );
});

test('a sum has each fee that all of its deposits report, and gross posting books the service fee instead', async () => {
  await map(names);
  await fill();
  const day = await fetchText((await run({ target: 'csv', mode: 'day' })).runId);
  expect(readCells(day)[1]?.slice(9)).toEqual(['4.125', '', '']);
  // A difference of a deposit has no fee of its own.
  await desk.deposit('2026-10-05T12:00:00Z', { settlementPayableAmount: '1', settlementServiceFee: '1' });
  expect(readCells(await fetchText((await run({ target: 'csv', mode: 'day' })).runId))[1]?.slice(9)).toEqual([
    ...['1', '', ''],
  ]);
  await map(names, 'gross');
  const gross = await fetchText((await run({ target: 'hledger', period: '2026-10-06..2026-10-07' })).runId);
  expect(gross).not.toContain('fee');
});
