import 'server-only';
import type * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import type { BusinessLabel } from '#lib/businesses/schema.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { withFixedDays } from '#lib/lists/filters/filter-times.ts';
import { listParameters, parseListQuery, restrictQuery, restrictSpec } from '#lib/lists/model/query.ts';
import { parseColumns } from '#lib/lists/model/request-query.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tExports } from '#lib/messages/exports.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { personLimits } from '#lib/platform/service-profile-file.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { toListFileName } from '../file-name.ts';
import { exportedLists, exportPermissions, findRiskPermission } from '../list-table.ts';
import { hasRiskDetail } from '../model.ts';
import type { ExportName, FileFormat } from '../schema.ts';
import { createZonedTime } from '../zoned-time.ts';
import { describeFormat } from './format.ts';
import { listCounts } from './list-counts.ts';
import type { exportFileForm, startFileForm } from './schema.ts';
import type { FileOrder } from './store.ts';
import { countRunning, insertFile, stopFile } from './store.ts';

const lifetimeMs = 24 * 60 * 60_000;

type FileRequest = {
  readonly personId: PersonId;
  readonly list: ExportName;
  readonly format: FileFormat;
  /** The URL query of the list: filters, order and selected columns. */
  readonly query: string;
};

/** Returns the order of a file with the rows that the scope may read. Its relative days are those of now. */
async function createOrder(
  { businessId, may }: Pick<Scope, 'businessId' | 'may'>,
  business: Pick<BusinessLabel, 'name' | 'timeZone'>,
  { personId, list, format, query: address }: FileRequest,
  at: Instant,
) {
  const withRisk = may(findRiskPermission(list));
  const parameters = new URLSearchParams(address);
  const spec = exportedLists[list];
  const parsed = parseListQuery(
    restrictSpec(spec, withRisk),
    (name) => parameters.getAll(name).join(',') || null,
  );
  // Fixes relative days, because the file may be created tomorrow.
  const query = await withFixedDays(
    businessId,
    restrictQuery(spec, withRisk, { ...parsed.query, after: null, before: null }),
    at,
  );
  const filters = listParameters(query);
  const { timeZone } = business;
  const name = toListFileName(business.name, list, {
    spec,
    parameters: filters,
    at: createZonedTime(timeZone)(at),
  });
  const order = {
    businessId,
    personId,
    list,
    format,
    withRisk,
    timeZone,
    query: new URLSearchParams(filters).toString(),
    columns: parseColumns(parameters),
    fileName: `${name}.${describeFormat(format).extension}`,
  };
  return { order, query, filters };
}

/** Stores the order of a file for the job, and audits it. */
async function placeOrder(
  transaction: Transaction,
  context: Context<Actor>,
  order: FileOrder,
  { filters, expiresAt, by }: { filters: unknown; expiresAt: Instant; by: object },
): Promise<{ readonly fileId: string }> {
  const { businessId, list, format, columns, withRisk } = order;
  const fileId = await insertFile(transaction, order, context.clock.now(), expiresAt);
  await announce(transaction, { businessId, topics: ['exports'] });
  await writeAudit(transaction, context, {
    businessId,
    action: `export.${format}-file`,
    objectType: 'list',
    objectId: list,
    after: { fileId, filters, columns, withRisk, ...by },
  });
  return { fileId };
}

/**
 * Requests a file of a filtered list: exact digits as text, created in the background, available to this person for a
 * day. Audited now and at each download. Throws Problem 'not-found', 'forbidden', with risk detail
 * 'reauthentication-required', and 'conflict' if too many files are running.
 */
export async function startExportFile(
  context: Context<PersonActor>,
  input: z.output<typeof startFileForm>,
): Promise<{ readonly fileId: string }> {
  const scope = requirePermission(context, input.businessId, exportPermissions[input.list]);
  const { businessId } = scope;
  const { list, format } = input;
  if (hasRiskDetail(list, scope.may(findRiskPermission(list)))) await requireRecentAuthentication(context);
  const label = (await listBusinesses(context)).find((one) => one.businessId === businessId);
  if (!label) throw new Problem('not-found', tAccess('businessNotFound'));
  const { personId } = context.actor;
  const at = context.clock.now();
  const request = { personId, list, format, query: input.query };
  const { order, query, filters } = await createOrder(scope, label, request, at);
  const { count, more } = await listCounts[list](context, businessId, query);
  const most = personLimits().runningExports;
  return inTransaction(async (transaction) => {
    if ((await countRunning(transaction, businessId, personId)) >= most)
      throw new Problem('conflict', tExports('tooManyRunning', { count: most }));
    const expiresAt = instant(at + lifetimeMs);
    const counted = { ...order, total: count, isMore: more };
    return placeOrder(transaction, context, counted, { filters, expiresAt, by: {} });
  });
}

/**
 * Prepares a file that a schedule orders for a person, within the person's scope. The caller has checked the permission of
 * the list, and the job checks it again. Returns what stores the order. The rows are counted when the job selects them.
 */
export async function prepareExportFile(
  context: Context<SystemActor>,
  scope: Scope,
  business: Pick<BusinessLabel, 'name' | 'timeZone'>,
  request: FileRequest & { readonly scheduleId: string; readonly expiresAt: Instant },
): Promise<(transaction: Transaction) => Promise<{ readonly fileId: string }>> {
  const { personId, scheduleId, expiresAt } = request;
  const { order, filters } = await createOrder(scope, business, request, context.clock.now());
  const uncounted = { ...order, total: 0, isMore: true };
  const by = { scheduleId, personId };
  return (transaction) => placeOrder(transaction, context, uncounted, { filters, expiresAt, by });
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
