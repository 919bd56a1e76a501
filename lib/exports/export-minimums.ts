import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import { filterMinimums } from '#lib/minimums/model.ts';
import type { Minimum, MinimumsQuery } from '#lib/minimums/schema.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Column } from './column.ts';
import { escapeFormula } from './column.ts';
import type { CsvExport } from './csv-stream.ts';
import { csvStream } from './csv-stream.ts';
import { toFileName } from './file-name.ts';
import { listColumnNames, toCells } from './list-table.ts';
import { createZonedFormatter } from './zoned-formatter.ts';

/** A minimum comes from the service's answer alone; what is not told has no row, for it is not 0. */
const columnsReadAt = (readAt: Instant | null): readonly Column<Minimum>[] => [
  { name: 'coin', cell: (row) => escapeFormula(row.coin) },
  { name: 'network', cell: (row) => escapeFormula(row.network) },
  { name: 'minimum', cell: (row) => row.amount },
  { name: 'minimum_currency', cell: (row) => escapeFormula(row.currency) },
  { name: 'minimum_source', cell: () => 'read' },
  { name: 'read_at', cell: (_row, time) => (readAt === null ? '' : time(readAt)) },
];

async function* batchOf<Part>(rows: Part): AsyncGenerator<Part> {
  yield rows;
}

/**
 * The minimums as last read (§2.8) of the coins and networks that are wanted, in every currency told, as CSV. That it
 * was taken is audited before the first byte. Throws Problem 'not-found' or 'forbidden'.
 */
export async function exportMinimums(
  context: Context<PersonActor>,
  business: string,
  wanted: MinimumsQuery,
): Promise<CsvExport> {
  const { businessId } = requirePermission(context, business, 'export');
  const label = (await listBusinesses(context)).find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', 'There is no such business, or you have no part in it.');
  const view = await readMinimumsView(context, businessId);
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'export.csv',
      objectType: 'list',
      objectId: 'minimums',
      after: { filters: wanted },
    }),
  );
  const zone = { name: label.timeZone, time: createZonedFormatter(label.timeZone) };
  const columns = columnsReadAt(view.readAt);
  const rows = batchOf(toCells(columns, filterMinimums(view.minimums ?? [], wanted), zone));
  return {
    fileName: `${toFileName(label.name, 'minimums', zone.time(context.clock.now()))}.csv`,
    body: csvStream(context, listColumnNames(columns), rows),
  };
}
