import 'server-only';
import type { Permission, Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { ViewList } from './schema.ts';
import { viewLists } from './schema.ts';

/** Lists that not everybody of the business sees: their views neither, and whoever sees them shares views of them. */
const guarded: Partial<Record<ViewList, Permission>> = { reviews: 'review.work', audit: 'audit.read' };

/** What it takes to keep views of a list for oneself, or to share them. */
export const toKeep = (list: ViewList, shared: boolean): Permission =>
  guarded[list] ?? (shared ? 'view.share' : 'read');

export const mayShareViews = ({ may }: Scope, list: ViewList): boolean => may(toKeep(list, true));

/** The lists whose views this person sees: a view of another is not there for them. */
export const listsSeen = ({ may }: Scope): readonly ViewList[] =>
  viewLists.filter((list) => may(toKeep(list, false)));

/**
 * About what is shared, while the list is not known yet: throws Problem 'forbidden' where this person shares views of no
 * list.
 */
export function requireSomeSharing(context: Context<PersonActor>, scope: Scope): void {
  if (!viewLists.some((list) => mayShareViews(scope, list)))
    requirePermission(context, scope.businessId, 'view.share');
}

/** Once the list is known: throws Problem 'forbidden' where this person may not share views of it. */
export function requireSharer(context: Context<PersonActor>, scope: Scope, list: string): void {
  const known = viewLists.find((one) => one === list);
  if (known === undefined || !mayShareViews(scope, known))
    requirePermission(context, scope.businessId, 'view.share');
}
