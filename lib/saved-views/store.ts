import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tSavedViews } from '#lib/messages/list.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ViewList } from './schema.ts';

/** Most views of a person and list; they have to fit into its menu. */
const maximumViews = 50;

export type StoredView = {
  readonly viewId: string;
  readonly personId: string;
  readonly list: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
};

const columns = { viewId: true, personId: true, list: true, name: true, query: true, shared: true } as const;

/** @throws {Problem} 'invalid' when the person already has a view with this name, or too many views. */
async function checkName(
  transaction: Transaction,
  view: { businessId: BusinessId; personId: string; list: string; name: string; viewId?: string },
): Promise<void> {
  const { businessId, personId, list } = view;
  // Serializes concurrent requests, which otherwise wouldn't see each other's name.
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`list_view ${businessId} ${personId} ${list}`}, 0))::text`;
  const existing = await transaction.listView.findMany({
    where: { businessId, personId, list },
    select: { viewId: true, name: true },
  });
  const others = existing.filter(({ viewId }) => viewId !== view.viewId);
  if (others.some(({ name }) => name.toLowerCase() === view.name.toLowerCase()))
    throw new Problem('invalid', tSavedViews('nameTaken'), {
      fieldErrors: { name: [tSavedViews('nameTaken')] },
    });
  if (others.length >= maximumViews)
    throw new Problem('invalid', tSavedViews('tooManyViews', { maximum: maximumViews }));
}

export async function insertView(
  transaction: Transaction,
  context: Context<PersonActor>,
  view: { businessId: BusinessId; list: ViewList; name: string; query: string; shared: boolean },
): Promise<StoredView> {
  const { personId } = context.actor;
  await checkName(transaction, { ...view, personId });
  const at = toDate(context.clock.now());
  return transaction.listView.create({
    data: { ...view, personId, createdAt: at, changedAt: at },
    select: columns,
  });
}

/** The person's own view, or a shared one. */
type ViewReference = { readonly viewId: string; readonly wasShared: boolean };

/**
 * Locks the view until the transaction ends: a shared one, or the person's own.
 *
 * @throws {Problem} 'conflict' when it no longer exists
 */
export async function lockView(
  transaction: Transaction,
  businessId: BusinessId,
  { viewId, wasShared }: ViewReference,
  personId: PersonId,
  /** Lists that this person sees. Views of other lists don't exist for them. */
  lists: readonly ViewList[],
): Promise<StoredView> {
  await transaction.$queryRaw`SELECT FROM list_view WHERE business_id = ${businessId}::uuid
    AND view_id = ${viewId}::uuid FOR UPDATE`;
  const view = await transaction.listView.findFirst({
    where: {
      businessId,
      viewId,
      list: { in: [...lists] },
      shared: wasShared,
      ...(wasShared ? {} : { personId }),
    },
    select: columns,
  });
  return view ?? rejectUnavailable();
}

/** Returns a person's own view or a shared one, or null when it no longer exists. For background work. */
export const findView = (
  transaction: Transaction,
  businessId: BusinessId,
  viewId: string,
  personId: string,
): Promise<StoredView | null> =>
  transaction.listView.findFirst({
    where: { businessId, viewId, OR: [{ personId }, { shared: true }] },
    select: columns,
  });

function rejectUnavailable(): never {
  throw new Problem('conflict', tSavedViews('unavailable'));
}

/**
 * Returns the list of a view that this person can see.
 *
 * @throws {Problem} 'conflict' when it no longer exists
 */
export async function readViewList(
  transaction: Transaction,
  businessId: BusinessId,
  viewId: string,
  personId: PersonId,
): Promise<string> {
  const view = await transaction.listView.findFirst({
    where: { businessId, viewId, OR: [{ personId }, { shared: true }] },
    select: { list: true },
  });
  return view?.list ?? rejectUnavailable();
}

export async function updateView(
  transaction: Transaction,
  context: Context<PersonActor>,
  businessId: BusinessId,
  view: StoredView,
): Promise<void> {
  await checkName(transaction, { ...view, businessId });
  const { name, query, shared } = view;
  await transaction.listView.update({
    where: { businessId_viewId: { businessId, viewId: view.viewId } },
    data: { name, query, shared, changedAt: toDate(context.clock.now()) },
  });
}

/** Also removes its use as a default. */
export async function removeView(
  transaction: Transaction,
  businessId: BusinessId,
  viewId: string,
): Promise<void> {
  await removeDefaults(transaction, businessId, viewId, null);
  await transaction.listView.delete({ where: { businessId_viewId: { businessId, viewId } } });
}

/** Lists open without this view for all people, or for all but one. */
const removeDefaults = (
  transaction: Transaction,
  businessId: BusinessId,
  viewId: string,
  exceptPersonId: string | null,
): Promise<number> =>
  transaction.$executeRaw`
    UPDATE membership
       SET default_views = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each_text(default_views) WHERE value <> ${viewId})
     WHERE business_id = ${businessId}::uuid AND person_id IS DISTINCT FROM ${exceptPersonId}::uuid
       AND jsonb_path_exists(default_views, '$.* ? (@ == $view)', jsonb_build_object('view', ${viewId}::text))`;

/** Otherwise other people's default would be a view that they can't see. */
export async function removeOthersDefault(
  transaction: Transaction,
  businessId: BusinessId,
  { viewId, personId }: StoredView,
): Promise<void> {
  await removeDefaults(transaction, businessId, viewId, personId);
}

/**
 * Stores the view with which a list opens for a person. Null: the list itself. A view that is removed at the same time may stay
 * stored. The list then opens without it.
 */
export async function storeDefault(
  transaction: Transaction,
  view: { businessId: BusinessId; personId: PersonId; list: ViewList; viewId: string | null },
): Promise<void> {
  const { businessId, personId, list, viewId } = view;
  await transaction.$executeRaw`
    UPDATE membership
       SET default_views = jsonb_strip_nulls(default_views || jsonb_build_object(${list}::text, ${viewId}::text))
     WHERE business_id = ${businessId}::uuid AND person_id = ${personId}::uuid`;
}
