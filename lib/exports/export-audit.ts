import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { auditBatches, writeAudit } from '#lib/audit/index.ts';
import type { AuditEntry } from '#lib/audit/schema.ts';
import { businessesOf } from '#lib/businesses/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import { listParameters } from '#lib/values/list-query.ts';
import type { Column } from './column.ts';
import { guarded } from './column.ts';
import type { CsvExport } from './csv-stream.ts';
import { csvStream } from './csv-stream.ts';
import { fileNameOf } from './file-name.ts';
import { cellsOf, namesOf } from './list-table.ts';
import { zonedTime } from './zoned-time.ts';

const columns: readonly Column<AuditEntry>[] = [
  { name: 'chain', cell: (row) => row.chain },
  { name: 'sequence', cell: (row) => row.sequence },
  { name: 'at', cell: (row, time) => time(row.at) },
  { name: 'actor_kind', cell: (row) => row.actor.kind },
  { name: 'actor_id', cell: (row) => guarded(row.actor.id) },
  { name: 'actor_name', cell: (row) => guarded(row.actor.name) },
  { name: 'action', cell: (row) => row.action },
  { name: 'object_type', cell: (row) => row.objectType },
  { name: 'object_id', cell: (row) => guarded(row.objectId) },
  { name: 'before', cell: (row) => guarded(row.before ?? '') },
  { name: 'after', cell: (row) => guarded(row.after ?? '') },
  { name: 'request_id', cell: (row) => guarded(row.requestId) },
  { name: 'hash', cell: (row) => row.hash },
];

/** The audit log under these filters as CSV. That it was taken is in the log itself. Throws Problem. */
export async function exportAudit(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
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
      after: { filters: listParameters(query) },
    }),
  );
  const zone = { name: label.timeZone, time: zonedTime(label.timeZone) };
  async function* batches() {
    for await (const rows of auditBatches(businessId, query)) yield cellsOf(columns, rows, zone);
  }
  return {
    fileName: `${fileNameOf(label.name, 'audit', zone.time(context.clock.now()))}.csv`,
    body: csvStream(context, namesOf(columns), batches()),
  };
}
