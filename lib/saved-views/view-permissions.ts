import 'server-only';
import type { Permission, Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { ViewList } from './schema.ts';
import { viewLists } from './schema.ts';

/** Lists that need a permission. The same permission allows seeing and sharing their views. */
const guardedLists: Partial<Record<ViewList, Permission>> = {
  reviews: 'review.work',
  'case-reports': 'review.work',
  audit: 'audit.read',
};

/** Returns the permission for keeping or sharing views of a list. Auditors read the log, but its shared views may name cases. */
export const findViewPermission = (list: ViewList, shared: boolean): Permission =>
  list === 'audit' && shared ? 'review.work' : (guardedLists[list] ?? (shared ? 'view.share' : 'read'));

/** Returns true if the person may see the shared views of a list that they read. */
export const canSeeSharedViews = ({ may }: Pick<Scope, 'may'>, list: ViewList): boolean =>
  list !== 'audit' || may('review.work');

export const canShareViews = ({ may }: Scope, list: ViewList): boolean => may(findViewPermission(list, true));

/** Returns the lists whose views this person can see. */
export const listVisibleViewLists = ({ may }: Scope): readonly ViewList[] =>
  viewLists.filter((list) => may(findViewPermission(list, false)));

/** @throws {Problem} 'forbidden' when this person can't share views of any list. Used before the list is known. */
export function requireViewSharing(context: Context<PersonActor>, scope: Scope): void {
  if (!viewLists.some((list) => canShareViews(scope, list)))
    requirePermission(context, scope.businessId, 'view.share');
}

/** @throws {Problem} 'forbidden' when this person can't share views of this list. */
export function requireListViewSharing(context: Context<PersonActor>, scope: Scope, list: string): void {
  const viewList = viewLists.find((name) => name === list);
  if (viewList === undefined || !canShareViews(scope, viewList))
    requirePermission(context, scope.businessId, 'view.share');
}
