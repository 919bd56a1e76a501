import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { checkJournal } from '#lib/accounting/check-journal.ts';
import { checkJournalForm } from '#lib/accounting/schema.ts';
import { closeDatabase, databasePool, longReadPool } from '#lib/database/pools.ts';
import * as standbys from '#lib/database/standby.ts';
import { readCandidates, readReconciliation } from '#lib/reconciliation/index.ts';
import { previewRule } from '#lib/reconciliation/rules.ts';
import { parseReconciliationQuery } from '#lib/reconciliation/schema.ts';
import { importStatement, toRule, writeCamt } from '#lib/reconciliation/testing/reconciliation-fixture.ts';
import {
  readAllStatements,
  readFees,
  readRates,
  readStatement,
  readStatementRows,
} from '#lib/statements/index.ts';
import { parseStatementQuery } from '#lib/statements/schema.ts';
import { parseRatesQuery } from '#lib/statements/schema-rates.ts';
import { createStatementFixture, toPeriod } from '#lib/statements/testing/statement-fixture.ts';
import {
  createAllWorkbookResponse,
  createWorkbookResponse,
  exportAllStatements,
  exportAllStatementsPdf,
  exportStatement,
  exportStatementPdf,
} from './index.ts';

/** Connections of another pool than that of pages stand for those of a standby. */
beforeEach(() => vi.spyOn(standbys, 'chooseReadPool').mockImplementation(async () => longReadPool()));

const desk = createStatementFixture();
const period = toPeriod('2026-10');
const query = parseStatementQuery({ currency: 'EUR', period: '2026-10' });
const readAll = async (body: ConstructorParameters<typeof Response>[0]) =>
  void (await new Response(body).bytes());

type Reader = (business: string) => Promise<unknown>;
const readers: Readonly<Record<string, Reader>> = {
  'the statement and its proofs': (business) => readStatement(desk.tenant.as.owner, business, query),
  'the rows of a line': (business) =>
    readStatementRows(desk.tenant.as.owner, business, { ...query, line: 'credited', after: null }),
  'the statements of all businesses': (business) => readAllStatements(desk.tenant.as.owner, business, period),
  'fees and depeg': (business) => readFees(desk.tenant.as.owner, business, query),
  'deposit rates': (business) =>
    readRates(desk.tenant.as.owner, business, parseRatesQuery({ currency: 'EUR', period: '2026-10' })),
  reconciliation: (business) =>
    readReconciliation(
      desk.tenant.as.owner,
      business,
      parseReconciliationQuery({ currency: 'EUR', period: '2026-10' }),
    ),
  'what a person matches': (business) =>
    readCandidates(
      desk.tenant.as.owner,
      business,
      parseReconciliationQuery({ currency: 'EUR', period: '2026-10' }),
    ),
  'the preview of a rule': () => previewRule(desk.tenant.as.owner, toRule(desk.tenant)),
  'the check of a journal': (businessId) =>
    checkJournal(
      desk.tenant.as.owner,
      checkJournalForm.parse({
        ...{ businessId, target: 'csv', mode: 'event', currency: 'EUR', period: '2026-10' },
        ...{ rate: '', rateSource: '', replaces: '' },
      }),
    ),
  'a statement as CSV': async (business) =>
    readAll((await exportStatement(desk.tenant.as.owner, business, query)).body),
  'a statement as a workbook': async (business) =>
    readAll((await createWorkbookResponse(desk.tenant.as.owner, business, query)).body),
  'a statement as PDF': (business) => exportStatementPdf(desk.tenant.as.owner, business, query),
  'all statements as CSV': async (business) =>
    readAll((await exportAllStatements(desk.tenant.as.owner, business, period)).body),
  'all statements as a workbook': async (business) =>
    readAll((await createAllWorkbookResponse(desk.tenant.as.owner, business, period)).body),
  'all statements as PDF': (business) => exportAllStatementsPdf(desk.tenant.as.owner, business, period),
};

test.each(Object.entries(readers))('%s reads no records from the primary', async (_name, read) => {
  await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '10' });
  await importStatement(desk.tenant, writeCamt([['2026-10-06', '10', 'A']]));
  // Connections are opened again, because they keep the function that runs their statements.
  await closeDatabase();
  const run = vi.spyOn(pg.Client.prototype, 'query');
  const onPrimary = new WeakSet<object>();
  const note = (client: pg.PoolClient) => onPrimary.add(client);
  databasePool().on('acquire', note);
  await read(desk.tenant.businessId);
  databasePool().off('acquire', note);
  const [primary, other]: [string[], string[]] = [[], []];
  for (const [index, [statement]] of run.mock.calls.entries()) {
    const { text = '' }: { text?: string } = typeof statement === 'string' ? { text: statement } : statement;
    const reads = /\b(?:FROM|JOIN) (?:deposit|withdrawal|bank_line|close_row)\b/i.test(text);
    if (reads) (onPrimary.has(run.mock.contexts[index] ?? {}) ? primary : other).push(text);
  }
  expect(primary).toEqual([]);
  expect(other.length).toBeGreaterThan(0);
});
