import 'server-only';
import { notFound } from 'next/navigation';
import type { Permission, Scope } from '#lib/access/index.ts';
import { requirePageAccess } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';

/**
 * Like pageAccess, for pages whose existence is hidden from people without access: "not found" instead of
 * "forbidden".
 */
export async function requireHiddenPageAccess(
  business: string,
  permission: Permission,
): Promise<{ context: Context<PersonActor>; scope: Scope }> {
  const access = await requirePageAccess(business, 'read');
  if (!access.scope.may(permission)) notFound();
  return access;
}
