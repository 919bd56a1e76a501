import 'server-only';
import { notFound, redirect } from 'next/navigation';
import type { Permission, Scope } from '#lib/access/index.ts';
import { requirePageAccess } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';

/**
 * Like pageAccess, for pages whose existence is hidden from people without access: "not found" instead of
 * "forbidden". A person who lacks only a second factor is sent to its set-up.
 */
export async function requireHiddenPageAccess(
  business: string,
  permission: Permission,
): Promise<{ context: Context<PersonActor>; scope: Scope }> {
  const access = await requirePageAccess(business, 'account.use');
  if (access.scope.needsFactorFor(permission)) redirect(`/${business}/settings`);
  if (!access.scope.may(permission)) notFound();
  return access;
}
