import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { statementQuery } from '#lib/statements/schema.ts';
import { createWorkbookResponse, exportStatement, exportStatementPdf } from './index.ts';
import { readPdf } from './testing/read-pdf.ts';
import { readCsv, readFormulas } from './testing/read-tables.ts';

const query = statementQuery.parse({ currency: 'EUR', period: '2026-10' });

test('writes the lines of a statement and the rows that they add up, and audits it', async () => {
  const { businessId, as } = await createTenant();
  const payment = await insertPayment(businessId);
  const at = (day: number) => new Date(Date.UTC(2026, 9, day));
  const fields = (day: number) => ({
    ...{ status: 'CONFIRMED', settlementCurrency: 'EUR', sortAt: at(day), depositReceivedAt: at(day) },
  });
  await insertDeposit(businessId, payment, { ...fields(2), settlementPayableAmount: '0.1' });
  await insertDeposit(businessId, payment, { ...fields(3), settlementPayableAmount: '0.2' });
  await insertDeposit(businessId, payment, fields(4));
  await insertWithdrawal(businessId, {
    ...{ status: 'COMPLETED', settlementCurrency: 'EUR', firstReceivedAt: at(5) },
    deductedSettlementAmount: '0.05',
  });
  const { fileName, body } = await exportStatement(as.accountant, businessId, query);
  expect(fileName).toMatch(/^a-business-of-a-test-statement-EUR-2026-10-\d{4}-\d{2}-\d{2}\.csv$/);
  const [names = [], ...cells] = readCsv(await new Response(body).text());
  const rows = cells.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
  const summary = rows.filter(({ part }) => part === 'summary');
  const details = rows.filter(({ part }) => part === 'row');
  const sum = (line: string) =>
    details
      .filter((row) => row['line'] === line)
      .map(({ amount }) => amount)
      .toSorted();
  expect(summary.find(({ line }) => line === 'credited')).toMatchObject({ records: '2', amount: '0.3' });
  expect(sum('credited')).toEqual(['0.1', '0.2']);
  expect(sum('depositsNotReported')).toEqual(['']);
  expect(sum('withdrawals')).toEqual(['-0.05']);
  expect(summary.find(({ line }) => line === 'change')).toMatchObject({ amount: '0.25' });
  expect(summary.find(({ line }) => line === 'closing')).toMatchObject({ amount: '' });
  expect(await database().auditEntry.count({ where: { chainId: businessId, objectId: 'statement' } })).toBe(
    1,
  );
});

/**
 * Computes the formulas of a line as a spreadsheet does, with floating-point numbers, which have different sums in another
 * order. Returns the largest difference. `row` counts from 1.
 */
function computeLine(summary: readonly string[][], rows: readonly string[][], row: number) {
  const cell = (column: number): string => summary[row - 1]?.[column] ?? '';
  if (cell(0) === 'change' || cell(0) === 'closing') return computeTotal(summary, row);
  const [, sum, name] = /^=(SUMIFS\('Rows'!\$E:\$E,'Rows'!\$A:\$A),A(\d+)\)$/.exec(cell(3)) ?? [];
  const difference = `=IF(G${row},"",ROUND(SUM(C${row})-SUM(D${row})-SUM(E${row}),`;
  const decimals = Number(/,(\d)\)\)$/.exec(cell(5))?.[1]);
  if (sum === undefined || Number(name) !== row || cell(5) !== `${difference}${decimals}))`)
    throw new Error(`unexpected formulas: ${cell(3)} ${cell(5)}`);
  const own = rows.filter(([line]) => line === cell(0)).map((one) => one[4] ?? '');
  const numbers = own.filter((digits) => digits !== '').map(Number);
  const ascending = numbers.toSorted((one, other) => one - other);
  const differences = [ascending, ascending.toReversed()].map((ordered) => {
    const total = ordered.reduce((all, one) => all + one, 0);
    return Math.round((Number(cell(2)) - total - Number(cell(4))) * 10 ** decimals) / 10 ** decimals + 0;
  });
  return {
    difference: differences.toSorted((one, other) => Math.abs(other) - Math.abs(one))[0],
    withoutNumber: own.length - numbers.length,
  };
}

/** Computes a total: the formulas of lines stand for their amounts, which `computeLine` checks. */
function computeTotal(summary: readonly string[][], row: number) {
  const at = (column: number, of: number): number =>
    column === 3 && summary[of - 1]?.[3]?.startsWith('=') === true
      ? Number(summary[of - 1]?.[2]) - Number(summary[of - 1]?.[4]?.replace(/^=.*/, '0'))
      : Number(summary[of - 1]?.[column]?.replace(/^=.*/, '0'));
  const letters = 'ABCDEFG';
  const compute = (column: number): number =>
    [...(summary[row - 1]?.[column] ?? '').matchAll(/([A-G])(\d+)/g)].reduce(
      (sum, [, letter = '', of = '']) => sum + at(letters.indexOf(letter), Number(of)),
      0,
    );
  const [, formula = ''] = /^=IF\(G\d+,"",ROUND\((.*),\d\)\)$/.exec(summary[row - 1]?.[5] ?? '') ?? [];
  if (formula !== `SUM(C${row})-SUM(D${row})-SUM(E${row})`) throw new Error(`unexpected formula: ${formula}`);
  const difference = Number(summary[row - 1]?.[2]) - compute(3) - compute(4);
  return { difference: Math.round(difference * 100) / 100 + 0, withoutNumber: compute(6) };
}

test('writes a workbook whose formulas add the rows of each line up', async () => {
  const { businessId, as } = await createTenant();
  const payment = await insertPayment(businessId);
  const at = new Date(Date.UTC(2026, 9, 2));
  const fields = { status: 'CONFIRMED', settlementCurrency: 'EUR', sortAt: at, depositReceivedAt: at };
  for (const amount of ['0.1', '0.2', '123456789.123456'])
    await insertDeposit(businessId, payment, { ...fields, settlementPayableAmount: amount });
  await insertWithdrawal(businessId, {
    ...{ status: 'COMPLETED', settlementCurrency: 'EUR', firstReceivedAt: at },
    deductedSettlementAmount: '0.05',
  });
  const response = await createWorkbookResponse(as.accountant, businessId, query);
  expect(response.headers.get('content-disposition')).toMatch(/statement-EUR-2026-10-[\d-]+\.xlsx"$/);
  const parts = new Map(
    (await unzip(new Uint8Array(await response.arrayBuffer()))).map(({ name, bytes }) => [
      name,
      new TextDecoder().decode(bytes),
    ]),
  );
  expect(parts.get('xl/workbook.xml')).toMatch(/name="Summary".*name="Rows".*fullCalcOnLoad="1"/);
  const rows = readFormulas(parts.get('xl/worksheets/sheet1.xml') ?? '');
  const summary = readFormulas(parts.get('xl/worksheets/sheet2.xml') ?? '');
  expect(rows[0]?.slice(0, 6)).toEqual(['line', 'kind', 'record_id', 'at', 'amount', 'currency']);
  const credited = summary.findIndex(([line]) => line === 'credited');
  expect(summary[credited]).toEqual([
    ...['credited', '3', '123456789.423456'],
    `=SUMIFS('Rows'!$E:$E,'Rows'!$A:$A,A${credited + 1})`,
    '',
    `=IF(G${credited + 1},"",ROUND(SUM(C${credited + 1})-SUM(D${credited + 1})-SUM(E${credited + 1}),4))`,
    `=COUNTIFS('Rows'!$A:$A,A${credited + 1})-COUNTIFS('Rows'!$A:$A,A${credited + 1},'Rows'!$E:$E,"&gt;-1E+300")`,
  ]);
  // A spreadsheet computes each formula from the cells alone.
  for (const [index, row] of summary.entries()) {
    if (row[3]?.startsWith('=') !== true) continue;
    const found = computeLine(summary, rows, index + 1);
    expect(found, row[0]).toEqual({ difference: 0, withoutNumber: 0 });
  }
  const change = summary.findIndex(([line]) => line === 'change');
  expect(summary[change]?.[3]).toBe('=SUM(D3,D4,D7,D9,D10,D11)');
  const more = summary.map((row, index) =>
    index === credited ? [...row.slice(0, 2), '5', ...row.slice(3)] : row,
  );
  expect(computeTotal(more, change + 1).difference).toBeGreaterThan(1);
  const wrong = summary.map((row, index) =>
    index === credited ? [...row.slice(0, 2), '5', ...row.slice(3)] : row,
  );
  expect(computeLine(wrong, rows, credited + 1).difference).toBeLessThan(-1);
  // The formula totals the rows of the line in column E.
  expect(rows.filter(([line]) => line === 'credited').map((row) => row[4])).toEqual(
    expect.arrayContaining(['0.1', '0.2', '123456789.123456']),
  );
  expect(summary.find(([line]) => line === 'withdrawals')?.[2]).toBe('-0.05');
  expect(await database().auditEntry.count({ where: { chainId: businessId, action: 'export.xlsx' } })).toBe(
    1,
  );
});

test('says in every file what its figures rest on and leave out', async () => {
  const { businessId, as } = await createTenant();
  const payment = await insertPayment(businessId);
  const at = new Date(Date.UTC(2026, 9, 2));
  const fields = { status: 'CONFIRMED', sortAt: at, depositReceivedAt: at };
  const refund = { refundStatus: 'CONFIRMED', refundFirstSeenAt: at, refundDepositCurrency: 'USDT' };
  await insertDeposit(businessId, payment, {
    ...{ ...fields, ...refund, settlementCurrency: 'EUR', settlementPayableAmount: '1' },
    ...{ refundConfirmedAt: at, refundAmount: '2.5', refundFee: '0.25' },
  });
  await insertDeposit(businessId, payment, { ...fields, ...refund, settlementCurrency: null });
  await database().$transaction(async (transaction) => {
    // Stands for the approval by a second person.
    await transaction.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
    const value = { day: '2026-10-01', amount: '7' };
    await transaction.setting.create({
      data: { businessId, kind: 'opening-position', subject: 'EUR', value },
    });
  });
  const { body } = await exportStatement(as.accountant, businessId, query);
  const [names = [], ...cells] = readCsv(await new Response(body).text());
  const rows = cells.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
  const find = (line: string) => rows.find((row) => row['line'] === line);
  expect(find('beginsAt')).toMatchObject({ part: 'summary', at_utc: '2026-10-01T00:00:00Z' });
  expect(find('endsAt')).toMatchObject({ at_utc: '2026-11-01T00:00:00Z' });
  expect(find('callbackBasis')).toMatchObject({ kind: 'notDeclared' });
  expect(find('withoutCurrency')).toMatchObject({ records: '1', amount: '' });
  expect(find('refunds')).toMatchObject({ records: '1', amount: '2.5', currency: 'USDT' });
  expect(find('refundFees')).toMatchObject({ amount: '0.25', currency: 'USDT' });
  expect(find('refundsWithoutCurrency')).toMatchObject({ records: '1' });
  const response = await createWorkbookResponse(as.accountant, businessId, query);
  const files = await unzip(new Uint8Array(await response.arrayBuffer()));
  const summary = readFormulas(
    new TextDecoder().decode(files.find(({ name }) => name === 'xl/worksheets/sheet2.xml')?.bytes),
  );
  const texts = summary.map(([first = '']) => first);
  expect(texts).toContain('In UTC: from 2026-10-01T00:00:00Z to before 2026-11-01T00:00:00Z');
  expect(texts.some((text) => text.startsWith('1 confirmed deposit has no reported'))).toBe(true);
  expect(summary).toContainEqual(['USDT', '1', '2.5']);
  expect(summary).toContainEqual(['USDT, fee', '', '0.25']);
  expect(summary).toContainEqual(['Of deposits without a settlement currency', '1']);
  const closing = texts.indexOf('closing');
  expect(computeTotal(summary, closing + 1)).toEqual({ difference: 0, withoutNumber: 0 });
  expect(summary[closing]?.slice(0, 4)).toEqual(['closing', '', '8', `=SUM(C2,D${closing})`]);
  const { text } = readPdf((await exportStatementPdf(as.accountant, businessId, query)).bytes);
  expect(text).toContain('Of deposits without a');
});

test('writes a PDF with every digit of each line', async () => {
  const { businessId, as } = await createTenant();
  const payment = await insertPayment(businessId);
  const at = new Date(Date.UTC(2026, 9, 2));
  const fields = { status: 'CONFIRMED', settlementCurrency: 'EUR', sortAt: at, depositReceivedAt: at };
  await insertDeposit(businessId, payment, { ...fields, settlementPayableAmount: '123456789.123456789' });
  const { fileName, bytes } = await exportStatementPdf(as.accountant, businessId, query);
  expect(fileName).toMatch(/\.pdf$/);
  const { text } = readPdf(bytes);
  expect(text).toContain('Statement 2026-10, EUR');
  expect(text).toContain('123456789.123456789 EUR');
  expect(text).toContain('No opening position');
  expect(await database().auditEntry.count({ where: { chainId: businessId, action: 'export.pdf' } })).toBe(1);
});
