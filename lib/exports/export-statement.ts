import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findStatementChoice, openStatement, readPack } from '#lib/statements/index.ts';
import type { StatementQuery, StatementRow } from '#lib/statements/schema.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { Column } from './column.ts';
import type { CsvExport } from './csv-stream.ts';
import { createCsvStream } from './csv-stream.ts';
import { toFileName } from './file-name.ts';
import { listColumnNames, toCells } from './list-table.ts';
import { createZonedTime } from './zoned-time.ts';

/** A line of the summary, or one of its rows. */
type StatementCell = Pick<StatementRow, 'amount'> & {
  readonly line: string;
  readonly count: number | null;
  readonly row: StatementRow | null;
};

const createColumns = (currency: string): readonly Column<StatementCell>[] => [
  { name: 'part', cell: ({ row }) => (row === null ? 'summary' : 'row') },
  { name: 'line', cell: ({ line }) => line },
  { name: 'records', cell: ({ count }) => (count === null ? '' : String(count)) },
  { name: 'kind', cell: ({ row }) => row?.kind ?? '' },
  { name: 'record_id', cell: ({ row }) => row?.recordId ?? '' },
  { name: 'at', cell: ({ row }, time) => (row === null ? '' : time(row.at)) },
  { name: 'at_utc', cell: ({ row }) => (row === null ? '' : toIso(row)) },
  { name: 'currency', cell: () => currency },
  { name: 'amount', cell: ({ amount }) => amount ?? '' },
  { name: 'service_fee', cell: ({ row }) => row?.memo.serviceFee ?? '' },
  { name: 'distributed_fee', cell: ({ row }) => row?.memo.distributedFee ?? '' },
  { name: 'depeg_loss', cell: ({ row }) => row?.memo.depegLoss ?? '' },
];

const toIso = ({ at }: StatementRow): string =>
  new Date(toUnixSeconds(at) * 1000).toISOString().replace('.000Z', 'Z');

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
  const label = (await listBusinesses(context)).find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', tAccess('businessNotFound'));
  const query = await findStatementChoice(context, businessId, chosen);
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'export.csv',
      objectType: 'list',
      objectId: 'statement',
      after: { currency: query.currency, from: query.period.from, to: query.period.to },
    }),
  );
  const zone = { name: label.timeZone, time: createZonedTime(label.timeZone) };
  const columns = createColumns(query.currency);
  const toLine = (line: string, amount: StatementCell['amount'], count: number | null = null) => ({
    ...{ line, amount, count },
    row: null,
  });
  // Opened with the first row that is taken, because a download that never starts ends nothing.
  async function* listBatches() {
    const { figures, expired, batches, end } = await openStatement(context, businessId, query);
    try {
      const summary = [
        toLine('opening', figures.opening),
        ...figures.lines.map(({ name, amount, count }) => toLine(name, amount, count)),
        toLine('change', figures.change),
        toLine('closing', figures.closing),
        ...figures.memo.map(({ name, amount, known }) => toLine(name, amount, known)),
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
  return {
    fileName: `${toFileName(label.name, `statement-${query.currency}-${query.period.text.replace('..', '-to-')}`, zone.time(context.clock.now()))}.csv`,
    body: createCsvStream(context, listColumnNames(columns), listBatches()),
  };
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
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await lines.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  });
}
