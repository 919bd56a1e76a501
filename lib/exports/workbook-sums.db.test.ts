import { describe, expect, test } from 'vitest';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { readStatement } from '#lib/statements/index.ts';
import { changesPosition, statementLines } from '#lib/statements/model/lines.ts';
import { statementQuery } from '#lib/statements/schema.ts';
import { createStatementFixture, toPeriod } from '#lib/statements/testing/statement-fixture.ts';
import { createAllWorkbookResponse, createWorkbookResponse } from './index.ts';
import { evaluateWorkbook, formatUnits } from './testing/evaluate-workbook.ts';

const desk = createStatementFixture();

const open = async (response: Response) => {
  const decoder = new TextDecoder();
  const files = await unzip(new Uint8Array(await response.arrayBuffer()));
  return new Map(files.map(({ name, bytes }) => [name, decoder.decode(bytes)]));
};

/** Deposits with amounts of up to 15 digits, which a spreadsheet keeps, and everything else that a statement counts. */
async function fill(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await desk.deposit(`2026-10-${String((index % 30) + 1).padStart(2, '0')}T10:00:00Z`, {
      settlementPayableAmount: `${((index + 1) * 7919) % 1000}.${String((index * 104_729) % 999_983).padStart(6, '0')}`,
      settlementServiceFee: '0.000001',
    });
  await desk.deposit('2026-10-08T10:00:00Z', {});
  await desk.deposit('2026-10-09T10:00:00Z', { callbackSettlementAmount: '3.5' });
  await desk.withdrawal('2026-10-10T10:00:00Z', { deductedSettlementAmount: '12.345678' });
  await desk.withdrawal('2026-10-11T10:00:00Z', {});
  await desk.settle('2026-10-12', '99.99');
}

type Evaluated = ReturnType<typeof evaluateWorkbook>;

/** Returns the summaries of a workbook: each line with its printed amount and what its formulas give. */
const listLines = (workbook: Evaluated) =>
  [...workbook.values()].flatMap((rows) =>
    rows.flatMap((cells) => {
      const [name, , printed, sum, expired, difference, withoutNumber] = cells.map(({ value }) => value);
      if (cells[3]?.isFormula !== true || typeof name !== 'string') return [];
      const format = (value: typeof printed) => (typeof value === 'bigint' ? formatUnits(value) : null);
      return [
        {
          name,
          ...{ printed: format(printed), sum: format(sum), expired: format(expired) },
          ...{ difference: format(difference), withoutNumber: format(withoutNumber) },
        },
      ];
    }),
  );

describe('a spreadsheet', () => {
  test('adds the rows of each line up to its printed total, to the last digit', async () => {
    await fill(60);
    await desk.open('2026-10-01', '1000.5');
    const { businessId, as } = desk.tenant;
    const query = statementQuery.parse({ currency: 'EUR', period: '2026-10' });
    const workbook = evaluateWorkbook(
      await open(await createWorkbookResponse(as.accountant, businessId, query)),
    );
    const { figures } = await readStatement(as.viewer, businessId, {
      currency: 'EUR',
      period: toPeriod('2026-10'),
    });
    const lines = listLines(workbook);
    expect(lines.map(({ name }) => name)).toEqual([...statementLines, 'change', 'closing']);
    for (const { name, printed, sum, difference, withoutNumber } of lines) {
      const own = figures.lines.find((line) => line.name === name);
      const amount = own === undefined ? (name === 'change' ? figures.change : figures.closing) : own.amount;
      expect(printed, name).toBe(amount);
      expect(sum, name).toBe(amount ?? '0');
      const isUnknown = name === 'depositsNotReported' || name === 'withdrawalsNotReported';
      expect(withoutNumber, name).toBe(isUnknown ? String(own?.count) : '0');
      // Rows without a number can't be compared.
      expect(difference, name).toBe(isUnknown ? null : '0');
    }
    expect(
      lines.filter(({ name }) => statementLines.some((line) => line === name && changesPosition(line))),
    ).toHaveLength(6);
    // A row that is missing from the sheet is a difference.
    const files = await open(await createWorkbookResponse(as.accountant, businessId, query));
    const rows = files.get('xl/worksheets/sheet1.xml') ?? '';
    const second = rows.indexOf('<row r="2">');
    const cut = rows.slice(0, second) + rows.slice(rows.indexOf('</row>', second) + 6);
    const wrong = listLines(evaluateWorkbook(new Map([...files, ['xl/worksheets/sheet1.xml', cut]])));
    expect(
      wrong.filter(({ difference }) => difference !== '0' && difference !== null).map(({ name }) => name),
    ).toEqual([...['credited', 'change', 'closing']]);
  });

  test('does so for each currency of all businesses', async () => {
    await fill(20);
    for (const currency of ['USDT', 'usdt~*'])
      await desk.deposit('2026-10-05T10:00:00Z', {
        settlementCurrency: currency,
        settlementPayableAmount: '1.25',
      });
    const { businessId, as } = desk.tenant;
    const response = await createAllWorkbookResponse(as.accountant, businessId, toPeriod('2026-10'));
    const lines = listLines(evaluateWorkbook(await open(response)));
    expect(lines.filter(({ name }) => name === 'credited')).toHaveLength(3);
    for (const { name, printed, sum, difference } of lines) {
      if (printed !== null) expect(sum, name).toBe(printed);
      expect(difference ?? '0', name).toBe('0');
    }
  });

  test('compares nothing where an amount is a text', async () => {
    for (const amount of ['1.000000000000000001', '10.25'])
      await desk.deposit('2026-12-05T10:00:00Z', { settlementPayableAmount: amount });
    const { businessId, as } = desk.tenant;
    const query = statementQuery.parse({ currency: 'EUR', period: '2026-12' });
    const lines = listLines(
      evaluateWorkbook(await open(await createWorkbookResponse(as.accountant, businessId, query))),
    );
    expect(lines.find(({ name }) => name === 'credited')).toMatchObject({
      ...{ printed: null, sum: '10.25', difference: null, withoutNumber: '1' },
    });
    expect(lines.every(({ difference }) => difference === null || difference === '0')).toBe(true);
  });
});
