import 'server-only';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { listParameters, restrictQuery } from '#lib/lists/model/query.ts';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CsvExport } from './csv-stream.ts';
import { createCsvStream } from './csv-stream.ts';
import { toListFileName } from './file-name.ts';
import type { ExportZone } from './list-table.ts';
import { exportedLists, exportPermissions, findRiskPermission, readListTable } from './list-table.ts';
import { hasRiskDetail } from './model.ts';
import type { ExportName } from './schema.ts';
import { createZonedTime } from './zoned-time.ts';

/**
 * Exports all rows of a filtered list as CSV: exact digits, a currency beside each amount, the source of each value.
 * The export is audited before the first byte. Throws Problem 'not-found', 'forbidden', and with risk detail
 * 'reauthentication-required'.
 */
export async function exportList(
  context: Context<PersonActor>,
  business: string,
  list: ExportName,
  requestedQuery: ListQuery,
  /** The selected list columns in order, such as `status,expected`. Null exports all columns. */
  columns: string | null = null,
): Promise<CsvExport> {
  const scope = requirePermission(context, business, exportPermissions[list]);
  const withRisk = scope.may(findRiskPermission(list));
  if (hasRiskDetail(list, withRisk)) await requireRecentAuthentication(context);
  const query = restrictQuery(exportedLists[list], withRisk, requestedQuery);
  const label = (await listBusinesses(context)).find((one) => one.businessId === scope.businessId);
  if (!label) throw new Problem('not-found', tAccess('businessNotFound'));
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: scope.businessId,
      action: list === 'audit' ? 'audit.export' : 'export.csv',
      objectType: 'list',
      objectId: list,
      after: { filters: listParameters(query), columns, withRisk },
    }),
  );
  const at = context.clock.now();
  const zone: ExportZone = { name: label.timeZone, time: createZonedTime(label.timeZone) };
  const table = readListTable(
    list,
    scope,
    { me: context.actor.personId, at },
    { rows: { query }, columns },
    zone,
  );
  return {
    fileName: `${toListFileName(label.name, list, {
      spec: exportedLists[list],
      parameters: listParameters(query),
      at: zone.time(at),
    })}.csv`,
    body: createCsvStream(context, table.names, table.batches),
  };
}
