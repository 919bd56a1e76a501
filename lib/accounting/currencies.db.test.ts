import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import { fetchRun } from './index.ts';
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
    expect(await check(choice)).toMatchObject({
      ...{ entries: 0, problems: [], refused: [{ value: '0.333 USD' }, { value: '10.25 USD' }] },
    });
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

  test('in DATEV has the whole source of its rate', async () => {
    await map(numbers);
    await credit('USD', '10.25');
    const rate = `0.9${'1'.repeat(29)}`;
    const rateSource = 'x'.repeat(200);
    const body = await fetchBody((await run({ target: 'datev', currency: 'USD', rate, rateSource })).runId);
    expect(readDatev(body).rows).toHaveLength(1);
    const text = new TextDecoder('windows-1252').decode(body);
    const parts = [...text.matchAll(/"Rate";"([^"]*)"/g)].map(([, part]) => part);
    expect(parts).toHaveLength(2);
    expect(parts.join('')).toBe(`${rate} ${rateSource}`);
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
      expect((await check({ target: 'xero', currency })).refused).toMatchObject([
        { problem: 'rate', value: `10 ${currency}` },
      ]);
      const { runId } = await run({ target: 'xero', currency, rate: '1.1' });
      expect(readTable('xero', await fetchText(runId)).balances).toMatchObject({ 'Assets:Service': '11' });
    }
  });

  test('in Xero is the base currency itself for accounts that were stored without one', async () => {
    await map(names);
    await credit('USD', '10.25');
    await credit('USDT', '10');
    expect((await check({ target: 'xero', currency: 'USD' })).refused).toMatchObject([{ problem: 'rate' }]);
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
      { target: 'datev', currency: 'USD' },
    ] as const)
      await expect(run({ ...choice, rate: '1', rateSource: '' })).rejects.toMatchObject({ code: 'invalid' });
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
    const bank = await run({ target: 'xeroBank', currency: 'JPY' });
    expect(await fetchText(bank.runId)).toContain('05/10/2026,1501,');
    const coin = await run({ target: 'xero', currency: 'USDT', rate: '150.2' });
    expect(await fetchText(coin.runId)).toContain(',300,');
    await desk.deposit('2026-10-06T10:00:00Z', { settlementPayableAmount: '2' });
    await map(names);
    expect(await fetchText((await run({ target: 'xero' })).runId)).toContain(',2.00,');
  });
});

describe('the amount in euros that the service reported', () => {
  const creditWithEuro = (
    settlementCurrency: string,
    settlementPayableAmount: string,
    uniformPayableAmount: string,
    fields: object = {},
  ) =>
    desk.deposit('2026-10-05T10:00:00Z', {
      ...{ settlementCurrency, settlementPayableAmount, uniformCurrency: 'EUR', uniformPayableAmount },
      ...fields,
    });
  const readManifest = async (runId: string) => {
    const { as, businessId } = desk.tenant;
    const { body } = await fetchRun(as.accountant, businessId, runId, 'manifest');
    return manifestForm.parse(JSON.parse(new TextDecoder().decode(body)));
  };
  const manifestForm = z.object({
    ...{ rate: z.unknown(), change: z.string() },
    ...{ booked: z.object({ currency: z.string(), exact: z.string() }) },
    refused: z.array(z.object({ problem: z.string(), entryId: z.string(), value: z.string() })),
  });

  test('is booked without a rate, and an entry without it is refused alone', async () => {
    await map(names);
    await creditWithEuro('USDT', '100', '92.155');
    const choice = { target: 'xero', currency: 'USDT' } as const;
    expect(await check(choice)).toMatchObject({ entries: 1, problems: [], refused: [], refusedCount: 0 });
    await desk.withdrawal('2026-10-07T10:00:00Z', {
      ...{ settlementCurrency: 'USDT', deductedSettlementAmount: '40' },
    });
    const refused = [{ problem: 'rate', entryId: expect.stringMatching(/^[0-9a-f]{32}$/), value: '40 USDT' }];
    expect(await check(choice)).toMatchObject({
      ...{ entries: 1, movements: 1, change: '100', problems: [], refused, refusedCount: 1 },
    });
    const first = await run(choice);
    expect(readTable('xero', await fetchText(first.runId)).balances).toEqual({
      ...{ 'Assets:Service': '92.16', 'Income:Sales': '-92.16' },
    });
    expect(await readManifest(first.runId)).toMatchObject({
      ...{ rate: null, change: '100', booked: { currency: 'EUR', exact: '92.155' }, refused },
    });
    // Without a rate, the refused entry alone is no file.
    await expect(run(choice)).rejects.toMatchObject({ code: 'conflict' });
    const second = await run({ ...choice, rate: '0.9' });
    expect(readTable('xero', await fetchText(second.runId)).balances).toEqual({
      ...{ 'Assets:Paid out': '36', 'Assets:Service': '-36' },
    });
    expect(await readManifest(second.runId)).toMatchObject({
      rate: { rate: '0.9', source: 'ECB' },
      refused: [],
    });
    await expect(run({ ...choice, rate: '0.9' })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('and one without it are two entries of a day', async () => {
    await map(names);
    await creditWithEuro('USDT', '100', '92.155');
    await creditWithEuro('USDT', '10', '9.2');
    await credit('USDT', '5');
    const choice = { target: 'netsuite', currency: 'USDT', mode: 'day' } as const;
    expect(await check(choice)).toMatchObject({ entries: 1, refused: [{ value: '5 USDT' }] });
    const { runId } = await run({ ...choice, rate: '0.8' });
    const text = await fetchText(runId);
    expect(readTable('netsuite', text).balances).toMatchObject({ 'Assets:Service': '105.36' });
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0]);
    // 101.36 and 4, because 101.355 + 4 is 105.355.
    expect(new Set(ids).size).toBe(2);
  });

  test('is the base amount of DATEV, with the rate that it implies', async () => {
    await map(numbers);
    await creditWithEuro('USD', '10.25', '9.53');
    await creditWithEuro('USDT', '100', '92.155');
    const { runId } = await run({ target: 'datev', currency: 'USD' });
    const body = await fetchBody(runId);
    expect(readDatev(body).rows).toMatchObject([
      { amount: '10,25', currency: 'USD', rate: '1,075551', base: '9,53 EUR' },
    ]);
    const coin = await fetchBody((await run({ target: 'datev', currency: 'USDT' })).runId);
    expect(readDatev(coin).rows).toMatchObject([{ amount: '92,16', currency: 'EUR' }]);
    expect(new TextDecoder('windows-1252').decode(coin)).toContain('"Reported amount";"92.155 EUR"');
  });

  test('is reversed as it was booked, and a change books both differences', async () => {
    await map(names);
    const depositId = await creditWithEuro('USDT', '100', '92');
    await credit('USDT', '10');
    const choice = { target: 'xero', currency: 'USDT' } as const;
    await run({ ...choice, rate: '0.9' });
    const change = (data: object) => database().deposit.updateMany({ where: { depositId }, data });
    await change({ settlementPayableAmount: '101', uniformPayableAmount: '92.5' });
    expect(readTable('xero', await fetchText((await run(choice)).runId)).balances).toMatchObject({
      'Assets:Service': '0.5',
    });
    const { businessId } = desk.tenant;
    await database().deposit.updateMany({ where: { businessId }, data: { status: 'BLOCKED' } });
    expect(readTable('xero', await fetchText((await run(choice)).runId)).balances).toMatchObject({
      'Assets:Service': '-101.5',
    });
  });

  test('counts only in euros, and only in books that are in euros', async () => {
    await map(names);
    const depositId = await creditWithEuro('USDT', '100', '92');
    const { businessId } = desk.tenant;
    const choice = { target: 'xero', currency: 'USDT' } as const;
    expect(await check(choice)).toMatchObject({ entries: 1, refused: [] });
    await database().deposit.updateMany({ where: { depositId }, data: { uniformCurrency: 'USD' } });
    expect(await check(choice)).toMatchObject({ entries: 0, refused: [{ value: '100 USDT' }] });
    await database().deposit.updateMany({ where: { businessId }, data: { uniformCurrency: 'EUR' } });
    // The books of another currency have no use for it.
    await map(names, 'net', 'USD');
    expect(await check(choice)).toMatchObject({ entries: 0, refused: [{ value: '100 USDT' }] });
  });

  test('is that of each part of gross posting', async () => {
    await map(numbers, 'gross');
    await creditWithEuro('USDT', '95', '88', {
      ...{ settlementServiceFee: '4', uniformServiceFee: '3.7', displayCurrency: 'EUR', displayAmount: '92' },
      ...{ displayPayableAmount: '88', displayServiceFee: '3.7' },
    });
    const { runId } = await run({ target: 'datev', currency: 'USDT' });
    const { rows } = readDatev(await fetchBody(runId));
    expect(rows.map(({ amount, account, contra }) => [amount, account, contra])).toEqual([
      ...[
        ['88,00', '1590', '8400'],
        ['3,70', '4970', '8400'],
        ['0,30', '4990', '8400'],
      ],
    ]);
  });
});
