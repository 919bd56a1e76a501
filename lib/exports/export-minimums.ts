import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import { filterMinimums } from '#lib/minimums/model.ts';
import type { MinimumsQuery } from '#lib/minimums/schema.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { minimumColumns } from './columns/minimum-columns.ts';
import type { CsvExport } from './csv-stream.ts';
import { createCsvStream } from './csv-stream.ts';
import { toFileName } from './file-name.ts';
import { listColumnNames, toCells } from './list-table.ts';
import { createZonedTime } from './zoned-time.ts';

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
  const { readAt, minimums } = view;
  const found = filterMinimums(minimums ?? [], query).map((minimum) => ({ ...minimum, readAt }));
  const rows = toBatch(toCells(minimumColumns, found, zone));
  return {
    fileName: `${toFileName(label.name, 'minimums', zone.time(context.clock.now()))}.csv`,
    body: createCsvStream(context, listColumnNames(minimumColumns), rows),
  };
}
