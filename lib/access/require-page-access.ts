import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import { requirePageContext } from './current-context.ts';
import type { Permission } from './permissions.ts';
import type { Scope } from './scope.ts';
import { requirePermission } from './scope.ts';

/** Returns true if the person of the business may open the page once they have a second factor. */
const needsFactor = (context: Context<PersonActor>, business: string, permission: Permission): boolean =>
  requirePermission(context, business, 'account.use').needsFactorFor(permission);

/**
 * Checks access at the start of every page beneath app/(dashboard)/[business]. Redirects to sign-in without a
 * session, answers "not found" to people outside the business or for an invalid id, and "forbidden" if the role
 * doesn't allow the page. If only a second factor is missing, redirects to its set-up in the settings.
 */
export async function requirePageAccess(
  business: string,
  permission: Permission,
): Promise<{ context: Context<PersonActor>; scope: Scope }> {
  if (!isUuid(business)) return (await import('next/navigation.js')).notFound();
  const context = await requirePageContext();
  try {
    return { context, scope: requirePermission(context, business, permission) };
  } catch (thrown) {
    const { forbidden, notFound, redirect } = await import('next/navigation.js');
    if (thrown instanceof Problem && thrown.code === 'not-found') return notFound();
    if (thrown instanceof Problem && thrown.code === 'forbidden')
      return needsFactor(context, business, permission) ? redirect(`/${business}/settings`) : forbidden();
    throw thrown;
  }
}
