import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { fetchRun } from './index.ts';
import { setAccountsForm } from './schema.ts';
import { createJournalFixture, names } from './testing/journal-fixture.ts';
import { readBeancount, readHledger, readTable } from './testing/read-journals.ts';

const { desk, map, check, run, fetchText, fillOctober } = createJournalFixture();

describe('the tables of other programs', () => {
  test.each(['xero', 'quickbooks', 'netsuite'] as const)('for %s balance, in cents', async (target) => {
    await map(names);
    await fillOctober();
    await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '0.333' });
    const { runId } = await run({ target });
    const { balances, days } = readTable(target, await fetchText(runId));
    expect(balances).toEqual({
      'Assets:Service': '13.33',
      'Income:Sales': '-31.08',
      'Assets:Paid out': '5.75',
      'Assets:Bank': '12',
    });
    expect(days).toContain('2026-10-31');
  });

  test('for QuickBooks have at most 1,000 rows in each numbered file of a run', async () => {
    await map(names);
    await fillOctober();
    await database().$executeRaw`
      INSERT INTO deposit (business_id, deposit_id, payment_id, status, settlement_currency, settlement_payable_amount,
                           deposit_received_at, sort_at, first_observed_at, changed_at)
      SELECT business_id, gen_random_uuid(), payment_id, status, settlement_currency, 1, deposit_received_at, sort_at,
             first_observed_at, changed_at
        FROM deposit, generate_series(1, 250) WHERE business_id = ${desk.tenant.businessId}::uuid`;
    expect(await check({ target: 'quickbooks' })).toMatchObject({ entries: 504, files: 2, problems: [] });
    expect(await check({ target: 'quickbooks', mode: 'day' })).toMatchObject({ files: 1 });
    const { runId } = await run({ target: 'quickbooks' });
    const { as, businessId } = desk.tenant;
    const [file, manifest] = [
      await fetchRun(as.accountant, businessId, runId),
      await fetchRun(as.accountant, businessId, runId, 'manifest'),
    ];
    expect(file.fileName).toBe('journal-1-EUR-2026-10.zip');
    const parts = (await unzip(file.body)).map(({ name, bytes }) => ({
      name,
      text: new TextDecoder().decode(bytes),
    }));
    const tables = parts.map(({ text }) => readTable('quickbooks', text));
    expect(tables.map(({ days }) => days.length)).toEqual([1_000, 8]);
    const balances = tables.map((table) => Number(table.balances['Assets:Service']));
    expect(balances.reduce((sum, one) => sum + one, 0)).toBe(13 + 500);
    const numbers = parts.flatMap(({ text }) =>
      [...text.matchAll(/^CH-([0-9a-f]{18}),/gm)].map(([, n]) => n),
    );
    expect(new Set(numbers).size).toBe(504);
    expect(JSON.parse(new TextDecoder().decode(manifest.body))).toMatchObject({
      ...{ entries: 504, sha256: createHash('sha256').update(file.body).digest('hex') },
      files: parts.map(({ name, text }, index) => ({
        ...{ fileName: name, entries: [500, 4][index] },
        sha256: createHash('sha256').update(text).digest('hex'),
      })),
    });
    expect(parts.map(({ name }) => name)).toEqual([
      'journal-1-EUR-2026-10-1-of-2.csv',
      'journal-1-EUR-2026-10-2-of-2.csv',
    ]);
  });

  test('for beancount open their accounts first', async () => {
    await map(names);
    await fillOctober();
    expect((await check({ target: 'beancount' })).problems).toMatchObject([
      { problem: 'accountFormat', value: 'Assets:Paid out' },
    ]);
    await map({ ...names, withdrawals: 'Assets:PaidOut' });
    const { runId } = await run({ target: 'beancount' });
    expect(readBeancount(await fetchText(runId))).toEqual({
      'Assets:Service': '13 EUR',
      'Income:Sales': '-30.75 EUR',
      'Assets:PaidOut': '5.75 EUR',
      'Assets:Bank': '12 EUR',
    });
    expect(setAccountsForm.shape.xeroTaxRate.safeParse('=1+1').success).toBe(false);
  });

  test('for beancount and hledger can be read together, in any order of their days', async () => {
    await map({ ...names, withdrawals: 'Assets:PaidOut' });
    await fillOctober();
    const october = await run({ target: 'beancount' });
    await desk.deposit('2026-09-05T10:00:00Z', { settlementPayableAmount: '2' });
    await desk.withdrawal('2026-11-05T10:00:00Z', { deductedSettlementAmount: '1' });
    await map({ ...names, withdrawals: 'Assets:PaidOut', revenue: 'Income:Other' });
    const [september, november] = [
      await run({ target: 'beancount', period: '2026-09' }),
      await run({ target: 'beancount', period: '2026-11' }),
    ];
    const readAll = async (...runs: readonly { readonly runId: string }[]) =>
      readBeancount((await Promise.all(runs.map(({ runId }) => fetchText(runId)))).join('\n'));
    expect(await readAll(november, september, october)).toMatchObject({
      ...{ 'Assets:Service': '14 EUR', 'Income:Other': '-2 EUR', 'Income:Sales': '-30.75 EUR' },
    });
    // Its replacement opens the accounts that the others need.
    await database().withdrawal.deleteMany({ where: { deductedSettlementAmount: '5.75' } });
    const again = await run({ target: 'beancount', replaces: october.runId });
    expect(await readAll(november, september, again)).toMatchObject({
      ...{ 'Assets:Service': '19.75 EUR', 'Assets:PaidOut': '1 EUR', 'Income:Other': '-32.75 EUR' },
    });
    const texts = [await run({ target: 'hledger' }), await run({ target: 'hledger', period: '2026-11' })];
    const text = (await Promise.all(texts.map(({ runId }) => fetchText(runId)))).join('\n');
    expect(readHledger(text).balances).toMatchObject({ 'Assets:Service': '17.75 EUR' });
  });
});
