import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createJournalFixture, names, numbers } from './testing/journal-fixture.ts';
import { readDatev, readTable } from './testing/read-journals.ts';

const { desk, map, check, run, fetchBody, fetchText } = createJournalFixture();
const credit = (settlementCurrency: string, settlementPayableAmount: string, at = '2026-10-05T10:00:00Z') =>
  desk.deposit(at, { settlementCurrency, settlementPayableAmount });

describe('a foreign currency', () => {
  test('in DATEV has its rate and its amount in euros, and is refused without a rate', async () => {
    await map(numbers);
    await credit('USD', '10.25');
    await credit('USD', '0.333', '2026-10-04T10:00:00Z');
    const choice = { target: 'datev', currency: 'USD' } as const;
    expect((await check(choice)).problems).toEqual([{ problem: 'rate', entryId: null, value: 'USD' }]);
    await expect(run(choice)).rejects.toMatchObject({ code: 'conflict' });
    await expect(run({ ...choice, rate: '0.8', rateSource: '' })).rejects.toMatchObject({ code: 'invalid' });
    const body = await fetchBody((await run({ ...choice, rate: '0.92155' })).runId);
    const { head, rows } = readDatev(body);
    expect(head[21]).toBe('"EUR"');
    expect(rows.map(({ amount, currency, rate, base }) => [amount, currency, rate, base])).toEqual([
      // 1 ÷ 0.92155 is 1.0851283…, and 10.25 × 0.92155 is 9.4458875.
      ['0,33', 'USD', '1,085128', '0,30 EUR'],
      ['10,25', 'USD', '1,085128', '9,45 EUR'],
    ]);
    expect(new TextDecoder('windows-1252').decode(body)).toContain('"0.92155 ECB"');
  });

  test('in DATEV is refused for a rate or an amount that its fields can’t have', async () => {
    await map(numbers);
    await credit('USD', '0.01');
    await credit('USD', '20000000000');
    const choice = { target: 'datev', currency: 'USD' } as const;
    for (const rate of ['0.00000001', '100000000'])
      expect((await check({ ...choice, rate })).problems).toMatchObject([
        { problem: 'tooLarge' },
        { problem: 'rateRange', value: 'USD' },
      ]);
  });

  test('in DATEV leaves entries of less than half a cent to the rounding entry, and that one out, too', async () => {
    await map(numbers);
    await credit('HUF', '1000.004');
    await credit('HUF', '1000.004', '2026-10-06T10:00:00Z');
    const choice = { target: 'datev', currency: 'HUF', rate: '0.0025' } as const;
    const readRows = (body: Uint8Array) =>
      readDatev(body).rows.map(({ amount, base, account, contra }) => [amount, base, account, contra]);
    const kept = ['1000,00', '2,50 EUR', '1590', '8400'];
    // The sum of 2000.008 needs a rounding entry of 0.01 HUF.
    const first = await run(choice);
    expect(readRows(await fetchBody(first.runId))).toEqual([kept, kept]);
    const tiny = ['2026-10-07T10:00:00Z', '2026-10-08T10:00:00Z'];
    for (const at of tiny) await credit('HUF', '1.5', at);
    const second = await run({ ...choice, replaces: first.runId });
    expect(readRows(await fetchBody(second.runId))).toEqual([
      ...[kept, kept],
      // 2003.008 − 2000 is 3.01 HUF, and 3.01 × 0.0025 is 0.007525.
      ['3,01', '0,01 EUR', '1590', '2660'],
    ]);
  });

  test('in Xero is converted into the base currency of the books, which needs no rate itself', async () => {
    await map(names, 'net', 'USD');
    await credit('USD', '10.25');
    await credit('EUR', '10');
    await credit('USDT', '10');
    const own = await run({ target: 'xero', currency: 'USD' });
    expect(readTable('xero', await fetchText(own.runId)).balances).toMatchObject({
      'Assets:Service': '10.25',
    });
    for (const currency of ['EUR', 'USDT']) {
      expect((await check({ target: 'xero', currency })).problems).toEqual([
        { problem: 'rate', entryId: null, value: currency },
      ]);
      const { runId } = await run({ target: 'xero', currency, rate: '1.1' });
      expect(readTable('xero', await fetchText(runId)).balances).toMatchObject({ 'Assets:Service': '11' });
    }
  });

  test('in Xero is the base currency itself for accounts that were stored without one', async () => {
    await map(names);
    await credit('USD', '10.25');
    await credit('USDT', '10');
    expect((await check({ target: 'xero', currency: 'USD' })).problems).toMatchObject([{ problem: 'rate' }]);
    const { businessId } = desk.tenant;
    await database().$executeRaw`
      UPDATE setting SET value = value - 'bookCurrency' WHERE business_id = ${businessId}::uuid AND kind = 'accounting'`;
    const own = await run({ target: 'xero', currency: 'USD', rateSource: '' });
    expect(readTable('xero', await fetchText(own.runId)).balances).toMatchObject({
      'Assets:Service': '10.25',
    });
    // A coin is converted into euros, and DATEV needs the rate of a foreign currency.
    for (const choice of [
      { target: 'xero', currency: 'USDT' },
      { target: 'datev', currency: 'USD', replaces: own.runId },
    ] as const)
      await expect(run({ ...choice, rateSource: '' })).rejects.toMatchObject({ code: 'invalid' });
    const coin = await run({ target: 'xero', currency: 'USDT', rate: '0.9' });
    expect(readTable('xero', await fetchText(coin.runId)).balances).toMatchObject({ 'Assets:Service': '9' });
  });

  test('is named by QuickBooks and NetSuite, which convert it, and a coin is in the base currency', async () => {
    await map(names, 'net', 'USD');
    await credit('EUR', '10');
    await credit('USDT', '10');
    expect(await fetchText((await run({ target: 'netsuite' })).runId)).toContain(',EUR,');
    const { runId } = await run({ target: 'quickbooks', currency: 'USDT', rate: '0.999' });
    const text = await fetchText(runId);
    expect(text).toContain(',9.99,');
    expect(text).toContain(',USD,');
  });

  test('without minor units has no decimals', async () => {
    await map(names, 'net', 'JPY');
    await credit('JPY', '1500.5');
    await credit('USDT', '2');
    const own = await run({ target: 'quickbooks', currency: 'JPY' });
    expect(await fetchText(own.runId)).toContain(',1501,');
    const bank = await run({ target: 'xeroBank', currency: 'JPY', replaces: own.runId });
    expect(await fetchText(bank.runId)).toContain('05/10/2026,1501,');
    const coin = await run({ target: 'xero', currency: 'USDT', rate: '150.2' });
    expect(await fetchText(coin.runId)).toContain(',300,');
    await desk.deposit('2026-10-06T10:00:00Z', { settlementPayableAmount: '2' });
    await map(names);
    expect(await fetchText((await run({ target: 'xero' })).runId)).toContain(',2.00,');
  });
});
