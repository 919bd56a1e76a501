import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createBusiness, createPerson } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { readAllStatements } from '#lib/statements/index.ts';
import { changesPosition, statementLines } from '#lib/statements/model/lines.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import {
  createAllWorkbookResponse,
  exportAllRecords,
  exportAllStatements,
  exportAllStatementsPdf,
} from './index.ts';
import { readPdf } from './testing/read-pdf.ts';
import { readCsv, readFormulas } from './testing/read-tables.ts';

const october = parsePeriod('2026-10') ?? undefined;
let [berlin, tokyo, readOnly, hidden, foreign]: BusinessId[] = [];
let person: Context<PersonActor>;

const need = (id: BusinessId | undefined): BusinessId => {
  if (id === undefined) throw new Error('there is no business');
  return id;
};

async function addBusiness(
  name: string,
  timeZone: string,
  amounts: Record<string, readonly [string, string][]>,
) {
  const id = await createBusiness(name);
  await database().business.update({ where: { id }, data: { timeZone } });
  const paymentId = await insertPayment(id);
  for (const [settlementCurrency, deposits] of Object.entries(amounts))
    for (const [at, settlementPayableAmount] of deposits)
      await insertDeposit(id, paymentId, {
        ...{ status: 'CONFIRMED', settlementCurrency, settlementPayableAmount },
        ...{ depositReceivedAt: new Date(at), sortAt: new Date(at) },
        ...{ firstObservedAt: new Date(at), changedAt: new Date(at) },
      });
  return id;
}

beforeAll(async () => {
  // 20:00 UTC on 31 October is 31 October in Berlin and 1 November in Tokyo.
  const late = '2026-10-31T20:00:00Z';
  berlin = await addBusiness('Berlin', 'Europe/Berlin', {
    EUR: [
      ['2026-10-05T10:00:00Z', '10.25'],
      [late, '1.000000000000000001'],
    ],
    USDT: [['2026-10-06T10:00:00Z', '7']],
  });
  tokyo = await addBusiness('=Tokyo', 'Asia/Tokyo', {
    EUR: [
      ['2026-10-05T10:00:00Z', '100'],
      [late, '5'],
    ],
  });
  readOnly = await addBusiness('Read only', 'UTC', { EUR: [['2026-10-05T10:00:00Z', '3']] });
  hidden = await addBusiness('Approvals only', 'UTC', { EUR: [['2026-10-05T10:00:00Z', '4']] });
  foreign = await addBusiness('Someone else’s', 'UTC', { EUR: [['2026-10-05T10:00:00Z', '6']] });
  person = await createPerson(
    new Map([
      [need(berlin), 'finance' as const],
      [need(tokyo), 'accountant' as const],
      [need(readOnly), 'viewer' as const],
      [need(hidden), 'approver' as const],
    ]),
  );
});

test('shows a section for each business in its own zone and currencies, where the role allows it', async () => {
  const view = await readAllStatements(person, need(berlin), october);
  const sections = view.sections.map(({ name, mayExport, statements }) => ({
    ...{ name, mayExport },
    changes: statements.map(({ figures }) => `${figures.change} ${figures.currency}`),
  }));
  expect(sections).toEqual([
    { name: '=Tokyo', mayExport: true, changes: ['100 EUR'] },
    { name: 'Berlin', mayExport: true, changes: ['11.250000000000000001 EUR', '7 USDT'] },
    { name: 'Read only', mayExport: false, changes: ['3 EUR'] },
  ]);
  expect(view.leftOut).toEqual(['Approvals only']);
});

test('needs the role at the business of the page', async () => {
  for (const business of [need(hidden), need(foreign)])
    await expect(readAllStatements(person, business, october)).rejects.toMatchObject({
      code: business === hidden ? 'forbidden' : 'not-found',
    });
  await expect(exportAllStatements(person, need(readOnly), october)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('exports every row with its business, adds nothing across businesses, and audits each', async () => {
  const { body, fileName } = await exportAllStatements(person, need(berlin), october);
  expect(fileName).toMatch(/^all-businesses-statements-2026-10-/);
  const rows = readCsv(await new Response(body).text());
  const [head = [], ...cells] = rows;
  const records = cells.map((row) => new Map(head.map((name, index) => [name, row[index] ?? ''])));
  const list = (part: string, line: string) =>
    records
      .filter((row) => row.get('part') === part && row.get('line') === line)
      .map((row) => `${row.get('business_id')} ${row.get('amount')} ${row.get('currency')}`);
  expect(list('summary', 'change')).toEqual([
    `${tokyo} 100 EUR`,
    `${berlin} 11.250000000000000001 EUR`,
    `${berlin} 7 USDT`,
  ]);
  expect(list('row', 'credited').sort()).toEqual(
    [
      `${tokyo} 100 EUR`,
      `${berlin} 10.25 EUR`,
      `${berlin} 1.000000000000000001 EUR`,
      `${berlin} 7 USDT`,
    ].sort(),
  );
  expect(new Set(records.map((row) => row.get('time_zone')))).toEqual(
    new Set(['Asia/Tokyo', 'Europe/Berlin']),
  );
  // A name can't become a formula.
  expect(records.every((row) => !row.get('business')?.startsWith('='))).toBe(true);
  const audited = await database().auditEntry.findMany({
    where: { action: 'export.csv', actorId: person.actor.personId },
    select: { chainId: true },
  });
  expect(audited.map(({ chainId }) => chainId).sort()).toEqual([need(berlin), need(tokyo)].sort());
});

test('ends when the access to one of the businesses ends', async () => {
  const where = { personId: person.actor.personId, businessId: need(tokyo) };
  const { body } = await exportAllStatements(person, need(berlin), october);
  await database().membership.updateMany({ where, data: { disabledAt: new Date() } });
  await expect(new Response(body).text()).rejects.toMatchObject({ code: 'forbidden' });
  await database().membership.updateMany({ where, data: { disabledAt: null } });
});

test('ends before the rows of a business when the access ends after its summary', async () => {
  const where = { personId: person.actor.personId, businessId: need(tokyo) };
  const { body } = await exportAllStatements(person, need(berlin), october);
  const reader = body.getReader();
  await reader.read();
  // The stream reads the summary ahead.
  await delay(1_000);
  await database().membership.updateMany({ where, data: { disabledAt: new Date() } });
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readAll()).rejects.toMatchObject({ code: 'forbidden' });
  await database().membership.updateMany({ where, data: { disabledAt: null } });
});

test('writes a workbook with two sheets for each business, whose formulas add only its own rows', async () => {
  const response = await createAllWorkbookResponse(person, need(berlin), october);
  expect(response.headers.get('content-disposition')).toMatch(/all-businesses-statements-2026-10-.*\.xlsx"$/);
  const parts = new Map(
    (await unzip(new Uint8Array(await response.arrayBuffer()))).map(({ name, bytes }) => [
      name,
      new TextDecoder().decode(bytes),
    ]),
  );
  const titles = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(
    ([, title]) => title,
  );
  expect(titles).toEqual(['1 =Tokyo', '1 =Tokyo, rows', '2 Berlin', '2 Berlin, rows']);
  const sheets = titles.map((_title, index) =>
    readFormulas(parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? ''),
  );
  const [tokyoSummary = [], tokyoRows = [], berlinSummary = [], berlinRows = []] = sheets;
  const listAmounts = (rows: string[][]) => rows.slice(1).map((row) => `${row[4]} ${row[5]}`);
  expect(listAmounts(tokyoRows)).toEqual(['100 EUR']);
  expect(listAmounts(berlinRows)).toEqual(['10.25 EUR', '1.000000000000000001 EUR', '7 USDT']);
  // Each formula adds the rows of its line and currency up, on the sheet of its business.
  let lines = 0;
  for (const [summary, rows, title] of [
    [tokyoSummary, tokyoRows, '1 =Tokyo, rows'],
    [berlinSummary, berlinRows, '2 Berlin, rows'],
  ] as const)
    for (const [index, [line = '', records, , sum = '']] of summary.entries()) {
      if (!sum.startsWith('=')) continue;
      if (line === 'change') {
        // It adds the lines above it up, and none of another currency.
        const added = [...sum.matchAll(/D(\d+)/g)].map(([, of]) => summary[Number(of) - 1]?.[0]);
        expect(added).toEqual(statementLines.filter(changesPosition));
        expect(Number(/D(\d+)/.exec(sum)?.[1])).toBeGreaterThan(index - statementLines.length);
        continue;
      }
      const [, row, currency] =
        new RegExp(
          `^=SUMIFS\\('${title}'!\\$E:\\$E,'${title}'!\\$A:\\$A,A(\\d+),'${title}'!\\$F:\\$F,"(\\w+)"\\)$`,
        ).exec(sum) ?? [];
      expect(Number(row), sum).toBe(index + 1);
      const own = rows.filter((one) => one[0] === line && one[5] === currency);
      expect(own.length, `${title} ${line} ${currency}`).toBe(Number(records));
      lines += own.length;
    }
  expect(lines).toBe(4);
});

test('writes a PDF with a part for each business and currency', async () => {
  const { fileName, bytes } = await exportAllStatementsPdf(person, need(berlin), october);
  expect(fileName).toMatch(/^all-businesses-statements-2026-10-.*\.pdf$/);
  const { text } = readPdf(bytes);
  for (const part of ['=Tokyo, EUR', 'Berlin, EUR', 'Berlin, USDT', '11.250000000000000001 EUR', '100 EUR'])
    expect(text).toContain(part);
  expect(text).toContain('2026-09-30T22:00:00Z');
  // No total of businesses, and nothing of those that may not be exported.
  expect(text).not.toContain('111.25');
  expect(text).not.toContain('Read only');
});

test('exports the records of a period of every business, each in its own time zone', async () => {
  const { body, fileName } = await exportAllRecords(person, need(berlin), 'deposits', october);
  expect(fileName).toMatch(/^all-businesses-deposits-2026-10-/);
  const [head = [], ...cells] = readCsv(await new Response(body).text());
  const at = (name: string) => head.indexOf(name);
  expect(head.slice(0, 2)).toEqual(['business', 'business_id']);
  const found = cells.map((row) => `${row[1]} ${row[at('settlement_payable_amount')]}`).toSorted();
  expect(found).toEqual(
    [`${tokyo} 100`, `${berlin} 10.25`, `${berlin} 1.000000000000000001`, `${berlin} 7`].toSorted(),
  );
  expect(cells.every((row) => row.length === head.length && !row[0]?.startsWith('='))).toBe(true);
  const audited = await database().auditEntry.findMany({
    where: { action: 'export.csv', objectId: 'deposits', actorId: person.actor.personId },
    select: { chainId: true },
  });
  expect(audited.map(({ chainId }) => chainId).sort()).toEqual([need(berlin), need(tokyo)].sort());
  await expect(exportAllRecords(person, need(readOnly), 'deposits', october)).rejects.toMatchObject({
    code: 'forbidden',
  });
});
