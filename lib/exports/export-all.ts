import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { isStillAllowed, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tStatementFiles } from '#lib/messages/statements.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import {
  findCommonPeriod,
  listReportingBusinesses,
  listSettlementCurrencies,
  openStatement,
  readAllStatements,
} from '#lib/statements/index.ts';
import type { Period } from '#lib/statements/model/period.ts';
import type { AllStatementsList } from '#lib/statements/schema-all.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import type { Column } from './column.ts';
import { escapeFormula } from './column.ts';
import type { CsvExport } from './csv-stream.ts';
import { createCsvStream } from './csv-stream.ts';
import type { StatementCell } from './export-statement.ts';
import { createStatementColumns, listStatementCells, streamBytes, toDownload } from './export-statement.ts';
import { toFileName } from './file-name.ts';
import { describeFormat } from './files/format.ts';
import type { ExportZone } from './list-table.ts';
import { exportedLists, findRiskPermission, listColumnNames, readListTable } from './list-table.ts';
import type { PdfExport } from './payment-pdf.ts';
import { createAllStatementsContent } from './statement-content.ts';
import type { BusinessRows } from './statements-workbook.ts';
import { maxWorkbookRows, writeStatementsWorkbook } from './statements-workbook.ts';
import { createZonedTime } from './zoned-time.ts';

type Exported = Awaited<ReturnType<typeof listReportingBusinesses>>[number];
type Format = 'csv' | 'xlsx' | 'pdf';

const toZone = ({ timeZone }: Pick<Exported, 'timeZone'>): ExportZone => ({
  name: timeZone,
  time: createZonedTime(timeZone),
});

/** Audits an export at each business before the first byte, and names its file. */
async function beginExport(
  context: Context<PersonActor>,
  exported: readonly Exported[],
  business: BusinessId,
  { period, format, list }: { readonly period: Period; readonly format: Format; readonly list: string },
): Promise<{ readonly fileName: string; readonly time: string }> {
  // One transaction for each, because two that lock the logs of several businesses could wait for each other.
  for (const { businessId } of exported)
    await inTransaction((transaction) =>
      writeAudit(transaction, context, {
        businessId,
        action: `export.${format}`,
        objectType: 'list',
        objectId: list,
        after: { ...(list === 'statement' && { currency: 'all' }), from: period.from, to: period.to },
      }),
    );
  const timeZone = exported.find(({ businessId }) => businessId === business)?.timeZone ?? 'UTC';
  const time = createZonedTime(timeZone)(context.clock.now());
  const subject = `${list === 'statement' ? 'statements' : list}-${period.text.replace('..', '-to-')}`;
  return { fileName: `${toFileName('all-businesses', subject, time)}.${format}`, time };
}

/**
 * The guard of a response watches only the business of the address.
 *
 * @throws Problem 'forbidden' once the person may not export at another business
 */
async function requireStill(
  context: Context<PersonActor>,
  businessId: BusinessId,
  permission: 'export' | 'statement.export',
): Promise<void> {
  if (!(await isStillAllowed(context, businessId, permission)))
    throw new Problem('forbidden', tAccess('businessNotFound'));
}

/** Passes batches on, each only if the person may still export. A download can take hours. */
async function* whileAllowed<Batch>(
  context: Context<PersonActor>,
  businessId: BusinessId,
  permission: 'export' | 'statement.export',
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    await requireStill(context, businessId, permission);
    yield batch;
  }
}

/** The columns before those of a row: its business. */
const createNamedColumns = (
  { businessId, name }: Pick<Exported, 'businessId' | 'name'>,
  currency: string,
): readonly Column<StatementCell>[] => [
  { name: 'business', cell: () => escapeFormula(name) },
  { name: 'business_id', cell: () => businessId },
  ...createStatementColumns(currency),
];

/** Returns the businesses whose statements the person may export, and the period. */
async function findExported(context: Context<PersonActor>, business: string, chosen: Period | undefined) {
  const { businessId } = requirePermission(context, business, 'statement.export');
  const period = await findCommonPeriod(context, businessId, chosen);
  const exported = (await listReportingBusinesses(context)).filter(({ mayExport }) => mayExport);
  return { businessId, period, exported };
}

/**
 * Exports the statements of all businesses of the person as CSV, one after the other, where the role there allows it. Each row
 * names its business, and nothing is added across businesses. The export is audited at each business before the first byte.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function exportAllStatements(
  context: Context<PersonActor>,
  business: string,
  chosen: Period | undefined,
): Promise<CsvExport> {
  const { businessId, period, exported } = await findExported(context, business, chosen);
  const request = { period, format: 'csv', list: 'statement' } as const;
  const { fileName } = await beginExport(context, exported, businessId, request);
  async function* listBatches() {
    for (const one of exported)
      for (const currency of await listSettlementCurrencies(context, one.businessId)) {
        await requireStill(context, one.businessId, 'statement.export');
        const columns = createNamedColumns(one, currency);
        const query = { currency, period };
        const cells = listStatementCells(context, one.businessId, query, columns, toZone(one));
        yield* whileAllowed(context, one.businessId, 'statement.export', cells);
      }
  }
  const names = listColumnNames(createNamedColumns({ businessId, name: '' }, ''));
  return { fileName, body: createCsvStream(context, names, listBatches()) };
}

/** Returns the sections that the person may export. */
async function readExportedSections(context: Context<PersonActor>, business: string, period: Period) {
  const view = await readAllStatements(context, business, period);
  return { ...view, sections: view.sections.filter(({ mayExport }) => mayExport) };
}

/**
 * Creates the download of the statements of all businesses of the person as a workbook. Each business has a sheet whose formulas
 * add its rows up again, and a sheet of these rows. It is audited at each business before the first byte.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' for more rows of a business than a sheet holds
 */
export async function createAllWorkbookResponse(
  context: Context<PersonActor>,
  business: string,
  chosen: Period | undefined,
): Promise<Response> {
  const { businessId, period, exported } = await findExported(context, business, chosen);
  const { sections } = await readExportedSections(context, businessId, period);
  const countRows = ({ statements }: (typeof sections)[number]): number =>
    statements.reduce((sum, { figures }) => figures.lines.reduce((all, { count }) => all + count, sum), 0);
  if (sections.some((section) => countRows(section) > maxWorkbookRows))
    throw new Problem('conflict', tStatementFiles('tooLong'));
  const request = { period, format: 'xlsx', list: 'statement' } as const;
  const { fileName } = await beginExport(context, exported, businessId, request);
  const books = sections.map(
    (section): BusinessRows => ({
      name: section.name,
      zone: toZone(section),
      currencies: section.statements.map(({ figures }) => figures.currency),
      open: async (currency) => {
        const id = toId<BusinessId>(section.businessId);
        await requireStill(context, id, 'statement.export');
        const opened = await openStatement(context, id, { currency, period });
        return { ...opened, batches: whileAllowed(context, id, 'statement.export', opened.batches) };
      },
    }),
  );
  const body = streamBytes(writeStatementsWorkbook(books, toDate(context.clock.now())));
  return toDownload(body, fileName, describeFormat('xlsx').contentType);
}

/**
 * Exports the statements of all businesses of the person as a PDF, a section for each. It is audited at each business.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function exportAllStatementsPdf(
  context: Context<PersonActor>,
  business: string,
  chosen: Period | undefined,
): Promise<PdfExport> {
  const { businessId, period, exported } = await findExported(context, business, chosen);
  const request = { period, format: 'pdf', list: 'statement' } as const;
  const { fileName, time } = await beginExport(context, exported, businessId, request);
  const view = await readExportedSections(context, businessId, period);
  const at = context.clock.now();
  const content = createAllStatementsContent(view, { person: context.actor.name, time, at });
  const { drawDocument } = await import('./pdf/draw.ts');
  return { fileName, bytes: await drawDocument(content) };
}

/** The filter of each list that finds the records of a period. */
const periodFilters = {
  payments: 'paymentInitiatedAt',
  deposits: 'depositReceivedAt',
  refunds: 'firstSeenAt',
  withdrawals: 'receivedAt',
} as const satisfies Record<AllStatementsList, string>;

/**
 * Exports a list of all businesses of the person as CSV: the records of a period, in the time zone of each business, where the
 * role there allows it. No row has risk detail. It is audited at each business before the first byte.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function exportAllRecords(
  context: Context<PersonActor>,
  business: string,
  list: AllStatementsList,
  chosen: Period | undefined,
): Promise<CsvExport> {
  const { businessId } = requirePermission(context, business, 'export');
  const period = await findCommonPeriod(context, businessId, chosen);
  const findScope = (id: BusinessId): Scope => {
    const scope = requirePermission(context, id, 'account.use');
    const risk = findRiskPermission(list);
    return { ...scope, may: (permission) => permission !== risk && scope.may(permission) };
  };
  const exported = (await listReportingBusinesses(context)).filter((one) =>
    findScope(one.businessId).may('export'),
  );
  const request = { period, format: 'csv', list } as const;
  const { fileName } = await beginExport(context, exported, businessId, request);
  const days = `${period.from}..${period.to}`;
  const { query } = parseListQuery(exportedLists[list], (name) =>
    name === periodFilters[list] ? days : null,
  );
  const at = context.clock.now();
  const openTable = (one: Exported) => {
    const requester = { me: context.actor.personId, at };
    return readListTable(
      list,
      findScope(one.businessId),
      requester,
      { rows: { query }, columns: null },
      toZone(one),
    );
  };
  async function* listBatches() {
    for (const one of exported) {
      await requireStill(context, one.businessId, 'export');
      const own = [escapeFormula(one.name), one.businessId];
      const batches = whileAllowed(context, one.businessId, 'export', openTable(one).batches);
      for await (const rows of batches) yield rows.map((row) => [...own, ...row]);
    }
  }
  const [first] = exported;
  const names = first === undefined ? [] : openTable(first).names;
  return {
    fileName,
    body: createCsvStream(context, ['business', 'business_id', ...names], listBatches()),
  };
}
