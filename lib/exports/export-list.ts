import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { listParameters, restrictQuery } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CsvExport } from './csv-stream.ts';
import { csvStream } from './csv-stream.ts';
import { toFileName } from './file-name.ts';
import type { Zone } from './list-table.ts';
import { exportedLists, exportPermissions, listTable } from './list-table.ts';
import type { ExportName } from './schema.ts';
import { createZonedFormatter } from './zoned-formatter.ts';

/**
 * Everything that a list shows under these filters, as CSV, however long: exact digits, a currency beside each
 * amount, the source of each value. That it was taken is audited before the first byte. Throws Problem 'not-found'
 * or 'forbidden'.
 */
export async function exportList(
  context: Context<PersonActor>,
  business: string,
  list: ExportName,
  asked: ListQuery,
  /** The list's columns that were chosen, in their order: `status,expected`. Null for everything that is known. */
  columns: string | null = null,
): Promise<CsvExport> {
  const scope = requirePermission(context, business, exportPermissions[list]);
  const query = restrictQuery(exportedLists[list], scope.may('risk.read'), asked);
  const label = (await listBusinesses(context)).find((one) => one.businessId === scope.businessId);
  if (!label) throw new Problem('not-found', 'There is no such business, or you have no part in it.');
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: scope.businessId,
      action: list === 'audit' ? 'audit.export' : 'export.csv',
      objectType: 'list',
      objectId: list,
      after: { filters: listParameters(query), columns, withRisk: scope.may('risk.read') },
    }),
  );
  const at = context.clock.now();
  const zone: Zone = { name: label.timeZone, time: createZonedFormatter(label.timeZone) };
  const table = listTable(
    list,
    scope,
    { me: context.actor.personId, at },
    { rows: { query }, columns },
    zone,
  );
  return {
    fileName: `${toFileName(label.name, list, zone.time(at))}.csv`,
    body: csvStream(context, table.names, table.batches),
  };
}
