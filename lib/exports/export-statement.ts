import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tStatementFiles } from '#lib/messages/statements.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findStatementChoice, openStatement, readPack, readStatement } from '#lib/statements/index.ts';
import type { StatementFigures, StatementQuery, StatementRow } from '#lib/statements/schema.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import { toDate, toUnixSeconds } from '#lib/values/instant.ts';
import type { Column } from './column.ts';
import type { CsvExport } from './csv-stream.ts';
import { createCsvStream } from './csv-stream.ts';
import { toFileName } from './file-name.ts';
import { describeFormat } from './files/format.ts';
import type { ExportZone } from './list-table.ts';
import { listColumnNames, toCells } from './list-table.ts';
import type { PdfExport } from './payment-pdf.ts';
import { createStatementContent } from './statement-content.ts';
import { maxWorkbookRows, writeStatementWorkbook } from './statement-workbook.ts';
import { createZonedTime } from './zoned-time.ts';

/** A line of the summary, or one of its rows. */
export type StatementCell = Pick<StatementRow, 'amount'> & {
  readonly line: string;
  readonly count: number | null;
  readonly row: StatementRow | null;
  /** Of a line of the summary that isn't in the settlement currency. */
  readonly coin?: string;
  /** Of a line of the summary that has a text or a time instead of an amount. */
  readonly detail?: string;
  readonly atUtc?: string;
};

export const createStatementColumns = (currency: string): readonly Column<StatementCell>[] => [
  { name: 'part', cell: ({ row }) => (row === null ? 'summary' : 'row') },
  { name: 'line', cell: ({ line }) => line },
  { name: 'records', cell: ({ count }) => (count === null ? '' : String(count)) },
  { name: 'kind', cell: ({ row, detail = '' }) => row?.kind ?? detail },
  { name: 'record_id', cell: ({ row }) => row?.recordId ?? '' },
  { name: 'at', cell: ({ row }, time) => (row === null ? '' : time(row.at)) },
  { name: 'at_utc', cell: ({ row, atUtc = '' }) => (row === null ? atUtc : toIso(row)) },
  { name: 'currency', cell: ({ coin = currency }) => coin },
  { name: 'amount', cell: ({ amount }) => amount ?? '' },
  { name: 'service_fee', cell: ({ row }) => row?.memo.serviceFee ?? '' },
  { name: 'distributed_fee', cell: ({ row }) => row?.memo.distributedFee ?? '' },
  { name: 'depeg_loss', cell: ({ row }) => row?.memo.depegLoss ?? '' },
];

const toIso = ({ at }: StatementRow): string =>
  new Date(toUnixSeconds(at) * 1000).toISOString().replace('.000Z', 'Z');

/** Names a statement and its business, and audits its export before the first byte. */
async function beginExport(
  context: Context<PersonActor>,
  businessId: BusinessId,
  chosen: Partial<StatementQuery>,
  action: 'export.csv' | 'export.xlsx' | 'export.pdf',
) {
  const label = (await listBusinesses(context)).find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', tAccess('businessNotFound'));
  const query = await findStatementChoice(context, businessId, chosen);
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action,
      objectType: 'list',
      objectId: 'statement',
      after: { currency: query.currency, from: query.period.from, to: query.period.to },
    }),
  );
  const zone = { name: label.timeZone, time: createZonedTime(label.timeZone) };
  const { currency, period } = query;
  const name = `statement-${currency.replaceAll(/[^\w.-]/g, '_')}-${period.text.replace('..', '-to-')}`;
  const fileName = toFileName(label.name, name, zone.time(context.clock.now()));
  return { label, query, zone, fileName };
}

/**
 * Exports a statement as CSV: its lines, then each row of a line. The export is audited before the first byte.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function exportStatement(
  context: Context<PersonActor>,
  business: string,
  chosen: Partial<StatementQuery>,
): Promise<CsvExport> {
  const { businessId } = requirePermission(context, business, 'statement.export');
  const { query, zone, fileName } = await beginExport(context, businessId, chosen, 'export.csv');
  const columns = createStatementColumns(query.currency);
  return {
    fileName: `${fileName}.csv`,
    body: createCsvStream(
      context,
      listColumnNames(columns),
      listStatementCells(context, businessId, query, columns, zone),
    ),
  };
}

/** A line of the summary. */
const toLine = (line: string, amount: StatementCell['amount'], count: number | null = null) => ({
  line,
  amount,
  count,
  row: null,
});

/** Rows that say what the lines rest on and leave out: both bounds, the meaning of callbacks, refunds, and what lacks a currency or a time. */
const listFacts = (figures: StatementFigures): readonly StatementCell[] => [
  { ...toLine('beginsAt', null), atUtc: figures.beginsAt },
  { ...toLine('endsAt', null), atUtc: figures.endsAt },
  { ...toLine('callbackBasis', null), detail: figures.countsCallbacks ? 'declaredCredited' : 'notDeclared' },
  toLine('withoutCurrency', null, figures.withoutCurrency),
  ...figures.refunds.flatMap(({ coin, count, amount, fee }) => [
    { ...toLine('refunds', amount, count), coin },
    { ...toLine('refundFees', fee), coin },
  ]),
  toLine('refundsWithoutCurrency', null, figures.refundsWithout.currency),
  toLine('refundsWithoutDate', null, figures.refundsWithout.date),
];

/**
 * Writes the cells of a statement: its lines, then each row of a line. It is opened with the first row that is taken, because
 * a download that never starts ends nothing.
 */
export async function* listStatementCells(
  context: Context<PersonActor>,
  businessId: BusinessId,
  query: StatementQuery,
  columns: readonly Column<StatementCell>[],
  zone: ExportZone,
) {
  const { figures, expired, batches, end } = await openStatement(context, businessId, query);
  try {
    const summary = [
      toLine('opening', figures.opening),
      ...figures.lines.map(({ name, amount, count }) => toLine(name, amount, count)),
      toLine('change', figures.change),
      toLine('closing', figures.closing),
      ...figures.memo.map(({ name, amount, known }) => toLine(name, amount, known)),
      ...listFacts(figures),
      ...expired.map(({ name, amount, count }) => toLine(`expired:${name}`, amount, count)),
    ];
    yield toCells(columns, summary, zone);
    for await (const rows of batches) {
      const cells = rows.map((row) => ({ line: row.line, amount: row.amount, count: null, row }));
      yield toCells(columns, cells, zone);
    }
  } finally {
    await end();
  }
}

/** A stream of bytes, which ends its reads when the client leaves. */
export function streamBytes(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await bytes.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
}

export const toDownload = (body: BodyInit, fileName: string, contentType: string): Response =>
  new Response(body, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  });

/**
 * Creates the download of a statement as a workbook, with formulas that add its rows up again. It is audited before the first byte.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' for more rows than a sheet holds
 */
export async function createWorkbookResponse(
  context: Context<PersonActor>,
  business: string,
  chosen: Partial<StatementQuery>,
): Promise<Response> {
  const { businessId } = requirePermission(context, business, 'statement.export');
  const { query, zone, fileName } = await beginExport(context, businessId, chosen, 'export.xlsx');
  const { figures } = await readStatement(context, businessId, query);
  if (figures.lines.reduce((sum, { count }) => sum + count, 0) > maxWorkbookRows)
    throw new Problem('conflict', tStatementFiles('tooLong'));
  const at = toDate(context.clock.now());
  async function* listBytes() {
    const statement = await openStatement(context, businessId, query);
    try {
      yield* writeStatementWorkbook(statement, zone, at);
    } finally {
      await statement.end();
    }
  }
  const { extension, contentType } = describeFormat('xlsx');
  return toDownload(streamBytes(listBytes()), `${fileName}.${extension}`, contentType);
}

/**
 * Exports the lines of a statement as a PDF. It is audited.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function exportStatementPdf(
  context: Context<PersonActor>,
  business: string,
  chosen: Partial<StatementQuery>,
): Promise<PdfExport> {
  const { businessId } = requirePermission(context, business, 'statement.export');
  const { label, query, zone, fileName } = await beginExport(context, businessId, chosen, 'export.pdf');
  const at = context.clock.now();
  const content = createStatementContent(await readStatement(context, businessId, query), {
    businessName: label.name,
    person: context.actor.name,
    time: zone.time(at),
    at,
  });
  const { drawDocument } = await import('./pdf/draw.ts');
  return { fileName: `${fileName}.pdf`, bytes: await drawDocument(content) };
}

/**
 * Creates the download of the pack of a closed period. It is audited before the first byte.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function createPackResponse(
  context: Context<PersonActor>,
  business: string,
  closeId: string,
): Promise<Response> {
  const { businessId } = requirePermission(context, business, 'statement.export');
  if (!isUuid(closeId)) throw new Problem('not-found', tAccess('businessNotFound'));
  const { fileName, lines } = await readPack(context, businessId, closeId);
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'export.csv',
      objectType: 'period-close',
      objectId: closeId,
    }),
  );
  const encoder = new TextEncoder();
  async function* listBytes() {
    for await (const line of lines) yield encoder.encode(line);
  }
  return toDownload(streamBytes(listBytes()), fileName, 'text/plain; charset=utf-8');
}
