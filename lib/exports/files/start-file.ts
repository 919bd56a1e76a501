import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { withFixedDays } from '#lib/lists/filters/filter-times.ts';
import { listParameters, readListQuery, restrictQuery, restrictSpec } from '#lib/lists/model/query.ts';
import { parseColumns } from '#lib/lists/model/request-query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { instant } from '#lib/values/instant.ts';
import { toFileName } from '../file-name.ts';
import { exportedLists, exportPermissions } from '../list-table.ts';
import { createZonedFormatter } from '../zoned-formatter.ts';
import { createWriter } from './format.ts';
import { listCounts } from './list-counts.ts';
import type { exportFileForm, startFileForm } from './schema.ts';
import { countRunning, insertFile, stopFile } from './store.ts';

const retentionMs = 24 * 60 * 60_000;
const maximumRunningFiles = 3;

/**
 * Asks for a file of everything that a list is filtered to: exact digits as text, made in the background and kept for a
 * day, for this person alone. Audited here, and again when it is fetched. Throws Problem 'not-found', 'forbidden', and
 * 'conflict' where three of theirs are under way.
 */
export async function startExportFile(
  context: Context<PersonActor>,
  input: z.output<typeof startFileForm>,
): Promise<{ readonly fileId: string }> {
  const scope = requirePermission(context, input.businessId, exportPermissions[input.list]);
  const { businessId } = scope;
  const { list, format } = input;
  const label = (await listBusinesses(context)).find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', 'There is no such business, or you have no part in it.');
  const withRisk = scope.may('risk.read');
  const given = new URLSearchParams(input.query);
  const spec = exportedLists[list];
  const read = readListQuery(restrictSpec(spec, withRisk), (name) => given.getAll(name).join(',') || null);
  const at = context.clock.now();
  // It may be made tomorrow.
  const query = await withFixedDays(
    businessId,
    restrictQuery(spec, withRisk, { ...read.query, after: null, before: null }),
    at,
  );
  const columns = parseColumns(given);
  const { count, more } = await listCounts[list](context, businessId, query);
  const filters = listParameters(query);
  const name = toFileName(label.name, list, createZonedFormatter(label.timeZone)(at));
  return inTransaction(async (transaction) => {
    if ((await countRunning(transaction, businessId, context.actor.personId)) >= maximumRunningFiles)
      throw new Problem('conflict', 'Three of your files are being made. Wait for one of them, or stop it.');
    const order = {
      businessId,
      personId: context.actor.personId,
      list,
      format,
      query: new URLSearchParams(filters).toString(),
      columns,
      withRisk,
      timeZone: label.timeZone,
      fileName: `${name}.${createWriter(format, list).extension}`,
      total: count,
      isMore: more,
    };
    const fileId = await insertFile(transaction, order, at, instant(at + retentionMs));
    await announce(transaction, { businessId, topics: ['exports'] });
    await writeAudit(transaction, context, {
      businessId,
      action: `export.${format}-file`,
      objectType: 'list',
      objectId: list,
      after: { fileId, filters, columns, withRisk },
    });
    return { fileId };
  });
}

/** Stops a file of one's own that is being made. Throws Problem 'conflict' where none is. */
export async function stopExportFile(
  context: Context<PersonActor>,
  input: z.output<typeof exportFileForm>,
): Promise<{ readonly stopped: true }> {
  const { businessId } = requirePermission(context, input.businessId, 'export.files');
  const { fileId } = input;
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    if (!(await stopFile(transaction, { businessId, fileId, personId }, context.clock.now())))
      throw new Problem('conflict', 'No such file of yours is being made any more.');
    await announce(transaction, { businessId, topics: ['exports'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'export.stop',
      objectType: 'export-file',
      objectId: fileId,
    });
    return { stopped: true };
  });
}
