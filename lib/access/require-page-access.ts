import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import { requirePageContext } from './current-context.ts';
import type { Permission } from './permissions.ts';
import type { Scope } from './scope.ts';
import { requirePermission } from './scope.ts';

/**
 * Checks access at the start of every page beneath app/(dashboard)/[business]. Redirects to sign-in without a
 * session, answers "not found" to people outside the business or for an invalid id, and "forbidden" if the role
 * doesn't allow the page.
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
    const { forbidden, notFound } = await import('next/navigation.js');
    if (thrown instanceof Problem && thrown.code === 'not-found') return notFound();
    if (thrown instanceof Problem && thrown.code === 'forbidden') return forbidden();
    throw thrown;
  }
}
