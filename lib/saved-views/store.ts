import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ViewList } from './schema.ts';

/** A person keeps no more views of a list than fit into its menu. */
const mostViews = 50;

export type StoredView = {
  readonly viewId: string;
  readonly personId: string;
  readonly list: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
};

const columns = { viewId: true, personId: true, list: true, name: true, query: true, shared: true } as const;

/** Throws Problem 'invalid' where this person keeps one of that name, or too many. */
async function checkName(
  transaction: Transaction,
  given: { businessId: BusinessId; personId: string; list: string; name: string; viewId?: string },
): Promise<void> {
  const { businessId, personId, list } = given;
  // One after the other: of two at once, neither would see the other's name.
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`list_view ${businessId} ${personId} ${list}`}, 0))::text`;
  const kept = await transaction.listView.findMany({
    where: { businessId, personId, list },
    select: { viewId: true, name: true },
  });
  const others = kept.filter(({ viewId }) => viewId !== given.viewId);
  if (others.some(({ name }) => name.toLowerCase() === given.name.toLowerCase()))
    throw new Problem('invalid', 'You keep a view of this name already.', {
      fieldErrors: { name: ['You keep a view of this name already.'] },
    });
  if (others.length >= mostViews)
    throw new Problem('invalid', `At most ${mostViews} views of a list are kept. Delete one first.`);
}

export async function insertView(
  transaction: Transaction,
  context: Context<PersonActor>,
  given: { businessId: BusinessId; list: ViewList; name: string; query: string; shared: boolean },
): Promise<StoredView> {
  const { personId } = context.actor;
  await checkName(transaction, { ...given, personId });
  const at = toDate(context.clock.now());
  return transaction.listView.create({
    data: { ...given, personId, createdAt: at, changedAt: at },
    select: columns,
  });
}

/** One's own, or a shared one. */
type Wanted = { readonly viewId: string; readonly wasShared: boolean };

/**
 * The view, held until the transaction ends: a shared one of the business, or one that this person keeps alone.
 * Throws Problem 'conflict' where it is not there any more.
 */
export async function holdView(
  transaction: Transaction,
  businessId: BusinessId,
  { viewId, wasShared }: Wanted,
  personId: PersonId,
  /** Those that this person may keep views of: a view of another is not there for them. */
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
  return view ?? gone();
}

function gone(): never {
  throw new Problem('conflict', 'Somebody deleted this view, or keeps it alone now. Open the list anew.');
}

/** The view's list, where this person sees the view. Throws Problem 'conflict' where it is not there any more. */
export async function listOfView(
  transaction: Transaction,
  businessId: BusinessId,
  viewId: string,
  personId: PersonId,
): Promise<string> {
  const view = await transaction.listView.findFirst({
    where: { businessId, viewId, OR: [{ personId }, { shared: true }] },
    select: { list: true },
  });
  return view?.list ?? gone();
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

/** With it goes whatever opened it by default. */
export async function removeView(
  transaction: Transaction,
  businessId: BusinessId,
  viewId: string,
): Promise<void> {
  await transaction.listDefault.deleteMany({ where: { businessId, viewId } });
  await transaction.listView.delete({ where: { businessId_viewId: { businessId, viewId } } });
}

/** Others who open it by default would be left with a view that they can't see. */
export async function removeOthersDefault(
  transaction: Transaction,
  businessId: BusinessId,
  { viewId, personId }: StoredView,
): Promise<void> {
  await transaction.listDefault.deleteMany({ where: { businessId, viewId, personId: { not: personId } } });
}

export async function storeDefault(
  transaction: Transaction,
  given: { businessId: BusinessId; personId: PersonId; list: ViewList; viewId: string | null },
): Promise<void> {
  const { viewId, ...key } = given;
  if (viewId === null) {
    await transaction.listDefault.deleteMany({ where: key });
    return;
  }
  await transaction.listDefault.upsert({
    where: { businessId_personId_list: key },
    create: { ...key, viewId },
    update: { viewId },
  });
}
