import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { hasRiskFilter } from './model.ts';
import type { ListView, ViewList } from './schema.ts';
import { canSeeSharedViews, findViewPermission } from './view-permissions.ts';

/**
 * Returns the person's own and the shared views of a list, by name. Views with risk filters are left out without the
 * permission.
 *
 * @throws {Problem} 'not-found' or 'forbidden'
 */
export async function listViews(
  context: Context<PersonActor>,
  business: string,
  list: ViewList,
): Promise<readonly ListView[]> {
  const { businessId, may } = requirePermission(context, business, findViewPermission(list, false));
  const { personId } = context.actor;
  const [views, defaultView] = await Promise.all([
    database().listView.findMany({
      where: {
        ...{ businessId, list },
        OR: [{ personId }, ...(canSeeSharedViews({ may }, list) ? [{ shared: true }] : [])],
      },
      orderBy: [{ name: 'asc' }, { viewId: 'asc' }],
      take: 200,
    }),
    database().listDefault.findUnique({
      where: { businessId_personId_list: { businessId, personId, list } },
    }),
  ]);
  return views
    .filter(({ query }) => may('risk.read') || !hasRiskFilter(query))
    .map((view) => ({
      viewId: view.viewId,
      name: view.name,
      query: view.query,
      shared: view.shared,
      isDefault: defaultView?.viewId === view.viewId,
      mayChange: !view.shared || may(findViewPermission(list, true)),
    }));
}
