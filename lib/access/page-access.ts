import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import { currentContext } from './current-context.ts';
import type { Permission } from './permissions.ts';
import type { Scope } from './scope.ts';
import { requirePermission } from './scope.ts';

/**
 * The first line of every page beneath app/(dashboard)/[business]: who asks, and what they may see here. Nobody is
 * sent to the sign-in page; a stranger to the business gets "not found"; a role that may not gets "forbidden". What can't
 * be a business is not found by anybody.
 */
export async function pageAccess(
  business: string,
  permission: Permission,
): Promise<{ context: Context<PersonActor>; scope: Scope }> {
  if (!isUuid(business)) return (await import('next/navigation.js')).notFound();
  const context = await currentContext();
  try {
    return { context, scope: requirePermission(context, business, permission) };
  } catch (thrown) {
    const { forbidden, notFound } = await import('next/navigation.js');
    if (thrown instanceof Problem && thrown.code === 'not-found') return notFound();
    if (thrown instanceof Problem && thrown.code === 'forbidden') return forbidden();
    throw thrown;
  }
}
