import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { businessesOf } from '#lib/businesses/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { caseBatches } from '#lib/reviews/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import { listParameters } from '#lib/values/list-query.ts';
import { chosenColumns, columnsAsked } from './columns/chosen-columns.ts';
import { queueColumns } from './columns/queue-columns.ts';
import type { CsvExport } from './csv-stream.ts';
import { csvStream } from './csv-stream.ts';
import { fileNameOf } from './file-name.ts';
import { cellsOf, namesOf } from './list-table.ts';
import { zonedTime } from './zoned-time.ts';

/**
 * The queue of review cases under these filters as CSV, for those who work it. It tells of risk, so that it was taken
 * is audited as such, before the first byte. Throws Problem 'not-found' or 'forbidden'.
 */
export async function exportQueue(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  /** The list's columns that were chosen, in their order. Null for everything that is known. */
  chosen: string | null = null,
): Promise<CsvExport> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const label = (await businessesOf(context)).find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', 'There is no such business, or you have no part in it.');
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'export.csv',
      objectType: 'list',
      objectId: 'reviews',
      after: { filters: listParameters(query), columns: chosen, withRisk: true },
    }),
  );
  const zone = { name: label.timeZone, time: zonedTime(label.timeZone) };
  const columns = columnsAsked(chosenColumns.reviews, queueColumns, chosen);
  async function* batches() {
    for await (const rows of caseBatches(context, businessId, query)) yield cellsOf(columns, rows, zone);
  }
  return {
    fileName: `${fileNameOf(label.name, 'reviews', zone.time(context.clock.now()))}.csv`,
    body: csvStream(context, namesOf(columns), batches()),
  };
}
