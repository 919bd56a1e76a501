import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { withFixedDays } from '#lib/lists/filters/filter-times.ts';
import { listParameters, parseListQuery, restrictQuery, restrictSpec } from '#lib/lists/model/query.ts';
import { parseColumns } from '#lib/lists/model/request-query.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tExports } from '#lib/messages/exports.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { instant } from '#lib/values/instant.ts';
import { toListFileName } from '../file-name.ts';
import { exportedLists, exportPermissions, findRiskPermission } from '../list-table.ts';
import { hasRiskDetail } from '../model.ts';
import { createZonedTime } from '../zoned-time.ts';
import { describeFormat } from './format.ts';
import { listCounts } from './list-counts.ts';
import type { exportFileForm, startFileForm } from './schema.ts';
import { countRunning, insertFile, stopFile } from './store.ts';

const lifetimeMs = 24 * 60 * 60_000;
const maxRunning = 3;

/**
 * Requests a file of a filtered list: exact digits as text, created in the background, available to this person for a
 * day. Audited now and at each download. Throws Problem 'not-found', 'forbidden', with risk detail
 * 'reauthentication-required', and 'conflict' if three files are running.
 */
export async function startExportFile(
  context: Context<PersonActor>,
  input: z.output<typeof startFileForm>,
): Promise<{ readonly fileId: string }> {
  const scope = requirePermission(context, input.businessId, exportPermissions[input.list]);
  const { businessId } = scope;
  const { list, format } = input;
  const withRisk = scope.may(findRiskPermission(list));
  if (hasRiskDetail(list, withRisk)) await requireRecentAuthentication(context);
  const label = (await listBusinesses(context)).find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', tAccess('businessNotFound'));
  const parameters = new URLSearchParams(input.query);
  const spec = exportedLists[list];
  const parsed = parseListQuery(
    restrictSpec(spec, withRisk),
    (name) => parameters.getAll(name).join(',') || null,
  );
  const at = context.clock.now();
  // Fixes relative days, because the file may be created tomorrow.
  const query = await withFixedDays(
    businessId,
    restrictQuery(spec, withRisk, { ...parsed.query, after: null, before: null }),
    at,
  );
  const columns = parseColumns(parameters);
  const { count, more } = await listCounts[list](context, businessId, query);
  const filters = listParameters(query);
  const name = toListFileName(label.name, list, {
    spec,
    parameters: filters,
    at: createZonedTime(label.timeZone)(at),
  });
  return inTransaction(async (transaction) => {
    if ((await countRunning(transaction, businessId, context.actor.personId)) >= maxRunning)
      throw new Problem('conflict', tExports('tooManyRunning'));
    const order = {
      businessId,
      personId: context.actor.personId,
      list,
      format,
      query: new URLSearchParams(filters).toString(),
      columns,
      withRisk,
      timeZone: label.timeZone,
      fileName: `${name}.${describeFormat(format).extension}`,
      total: count,
      isMore: more,
    };
    const fileId = await insertFile(transaction, order, at, instant(at + lifetimeMs));
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

/** Stops a running file of this person. Throws Problem 'conflict' if it isn't running. */
export async function stopExportFile(
  context: Context<PersonActor>,
  input: z.output<typeof exportFileForm>,
): Promise<{ readonly stopped: true }> {
  const { businessId } = requirePermission(context, input.businessId, 'export.files');
  const { fileId } = input;
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    if (!(await stopFile(transaction, { businessId, fileId, personId }, context.clock.now())))
      throw new Problem('conflict', tExports('notRunning'));
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
