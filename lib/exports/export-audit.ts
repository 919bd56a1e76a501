import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { auditBatches, writeAudit } from '#lib/audit/index.ts';
import { businessesOf } from '#lib/businesses/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import { listParameters } from '#lib/values/list-query.ts';
import { auditColumns } from './columns/audit-columns.ts';
import { chosenColumns, columnsAsked } from './columns/chosen-columns.ts';
import type { CsvExport } from './csv-stream.ts';
import { csvStream } from './csv-stream.ts';
import { fileNameOf } from './file-name.ts';
import { cellsOf, namesOf } from './list-table.ts';
import { zonedTime } from './zoned-time.ts';

/** The audit log under these filters as CSV. That it was taken is in the log itself. Throws Problem. */
export async function exportAudit(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  /** The list's columns that were chosen, in their order. Null for everything that an entry holds. */
  chosen: string | null = null,
): Promise<CsvExport> {
  const { businessId } = requirePermission(context, business, 'audit.read');
  const label = (await businessesOf(context)).find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', 'There is no such business, or you have no part in it.');
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'audit.export',
      objectType: 'list',
      objectId: 'audit',
      after: { filters: listParameters(query), columns: chosen },
    }),
  );
  const zone = { name: label.timeZone, time: zonedTime(label.timeZone) };
  const columns = columnsAsked(chosenColumns.audit, auditColumns, chosen);
  async function* batches() {
    for await (const rows of auditBatches(businessId, query)) yield cellsOf(columns, rows, zone);
  }
  return {
    fileName: `${fileNameOf(label.name, 'audit', zone.time(context.clock.now()))}.csv`,
    body: csvStream(context, namesOf(columns), batches()),
  };
}
