import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { hasRiskFilter } from './model.ts';
import type { ListView, ViewList } from './schema.ts';
import { canSeeSharedViews, findViewPermission } from './view-permissions.ts';

const defaultViews = z.record(z.string(), z.string());

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
  const [views, own] = await Promise.all([
    database().listView.findMany({
      where: {
        businessId,
        list,
        OR: [{ personId }, ...(canSeeSharedViews({ may }, list) ? [{ shared: true }] : [])],
      },
      orderBy: [{ name: 'asc' }, { viewId: 'asc' }],
      take: 200,
    }),
    database().membership.findUnique({
      where: { personId_businessId: { personId, businessId } },
      select: { defaultViews: true },
    }),
  ]);
  const defaultViewId = defaultViews.parse(own?.defaultViews ?? {})[list];
  return views
    .filter(({ query }) => may('risk.read') || !hasRiskFilter(query))
    .map((view) => ({
      viewId: view.viewId,
      name: view.name,
      query: view.query,
      shared: view.shared,
      isDefault: view.viewId === defaultViewId,
      mayChange: !view.shared || may(findViewPermission(list, true)),
    }));
}
