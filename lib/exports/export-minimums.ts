import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import { filterMinimums } from '#lib/minimums/model.ts';
import type { Minimum, MinimumsQuery } from '#lib/minimums/schema.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Column } from './column.ts';
import { escapeFormula } from './column.ts';
import type { CsvExport } from './csv-stream.ts';
import { createCsvStream } from './csv-stream.ts';
import { toFileName } from './file-name.ts';
import { listColumnNames, toCells } from './list-table.ts';
import { createZonedTime } from './zoned-time.ts';

/** Minimums come only from the service's answer. An unreported minimum has no row, because it is not 0. */
const createColumns = (readAt: Instant | null): readonly Column<Minimum>[] => [
  { name: 'coin', cell: (row) => escapeFormula(row.coin) },
  { name: 'network', cell: (row) => escapeFormula(row.network) },
  { name: 'minimum', cell: (row) => row.amount },
  { name: 'minimum_currency', cell: (row) => escapeFormula(row.currency) },
  { name: 'minimum_source', cell: () => 'read' },
  { name: 'read_at', cell: (_row, time) => (readAt === null ? '' : time(readAt)) },
];

async function* toBatch<Part>(rows: Part): AsyncGenerator<Part> {
  yield rows;
}

/**
 * Exports the filtered minimums as last read (§2.8), in every reported currency, as CSV. The export is audited before
 * the first byte. Throws Problem 'not-found' or 'forbidden'.
 */
export async function exportMinimums(
  context: Context<PersonActor>,
  business: string,
  query: MinimumsQuery,
): Promise<CsvExport> {
  const { businessId } = requirePermission(context, business, 'export');
  const label = (await listBusinesses(context)).find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', tAccess('businessNotFound'));
  const view = await readMinimumsView(context, businessId);
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'export.csv',
      objectType: 'list',
      objectId: 'minimums',
      after: { filters: query },
    }),
  );
  const zone = { name: label.timeZone, time: createZonedTime(label.timeZone) };
  const columns = createColumns(view.readAt);
  const rows = toBatch(toCells(columns, filterMinimums(view.minimums ?? [], query), zone));
  return {
    fileName: `${toFileName(label.name, 'minimums', zone.time(context.clock.now()))}.csv`,
    body: createCsvStream(context, listColumnNames(columns), rows),
  };
}
