import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { looksAtRisk } from './model.ts';
import type { ListView, ViewList } from './schema.ts';
import { toKeep } from './view-permissions.ts';

/**
 * The views of a list that this person has: their own and those that are shared, by name. A view that filters by risk
 * detail is left out for whoever may not see that. Throws Problem 'not-found' or 'forbidden'.
 */
export async function listViews(
  context: Context<PersonActor>,
  business: string,
  list: ViewList,
): Promise<readonly ListView[]> {
  const { businessId, may } = requirePermission(context, business, toKeep(list, false));
  const { personId } = context.actor;
  const [views, chosen] = await Promise.all([
    database().listView.findMany({
      where: { businessId, list, OR: [{ personId }, { shared: true }] },
      orderBy: [{ name: 'asc' }, { viewId: 'asc' }],
      take: 200,
    }),
    database().listDefault.findUnique({
      where: { businessId_personId_list: { businessId, personId, list } },
    }),
  ]);
  return views
    .filter(({ query }) => may('risk.read') || !looksAtRisk(query))
    .map((view) => ({
      viewId: view.viewId,
      name: view.name,
      query: view.query,
      shared: view.shared,
      isDefault: chosen?.viewId === view.viewId,
      mayChange: !view.shared || may(toKeep(list, true)),
    }));
}
